import { Button, Flex, HistoryIcon, RouterLink, Text, toast } from '@helpdesk/ui'
import { useEffect, useRef } from 'react'
import { useContinued, useDismissContinuation } from '../../api/ticket-continuation'
import { failureText } from '../../model/errors'
import { LineIcon } from '../LineIcon'
import { MAIL_TEXTS } from './texts'

/** The ticket that this one seems to continue, for staff, until somebody says that it does not; nothing without one. */
export function ContinuedTicket({ ticketId }: { ticketId: string }) {
  const { data: ticket } = useContinued(ticketId)
  const { mutate, isPending, isSuccess } = useDismissContinuation(ticketId)
  const line = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (isSuccess) line.current?.focus()
  }, [isSuccess])

  if (!ticket) return null
  if (isSuccess)
    return (
      <Text ref={line} tabIndex={-1} tone="muted" fontSize="sm" marginTop="1">
        {MAIL_TEXTS.continuesNone(ticket.number)}
      </Text>
    )
  const dismiss = () =>
    mutate(undefined, {
      onError: (error) =>
        toast({ type: 'error', title: MAIL_TEXTS.notDismissed, description: failureText(error) }),
    })
  return (
    <Flex wrap="wrap" alignItems="center" columnGap="2" marginTop="1" fontSize="sm">
      <Flex gap="2" minWidth="0">
        <LineIcon>
          <HistoryIcon size={14} />
        </LineIcon>
        <Text fontSize="sm" minWidth="0">
          {MAIL_TEXTS.seemsToContinue}{' '}
          <RouterLink to={`/tickets/${ticket.id}`} title={ticket.subject}>
            #{ticket.number}
          </RouterLink>{' '}
          · {MAIL_TEXTS.sameMatter}
        </Text>
      </Flex>
      <Button
        size="sm"
        variant="ghost"
        color="fg.muted"
        marginStart="-2"
        loading={isPending}
        aria-label={MAIL_TEXTS.dismissOf(ticket.number)}
        onClick={dismiss}
      >
        {MAIL_TEXTS.dismiss}
      </Button>
    </Flex>
  )
}
