import { Button, Flex, HistoryIcon, RouterLink, Text, toast } from '@helpdesk/ui'
import { useEffect, useRef } from 'react'
import { useContinued, useDismissContinuation, useLinkContinuation } from '../../api/ticket-continuation'
import { failureText } from '../../model/errors'
import { LineIcon } from '../LineIcon'
import { MAIL_TEXTS } from './texts'

/** The ticket that this one seems to continue, for staff, until somebody links it or says that it does not. */
export function ContinuedTicket({ ticketId }: { ticketId: string }) {
  const { data: ticket } = useContinued(ticketId)
  const dismissal = useDismissContinuation(ticketId)
  const linking = useLinkContinuation(ticketId)
  const line = useRef<HTMLParagraphElement>(null)
  const isDone = dismissal.isSuccess || linking.isSuccess
  // The button that had the focus is gone.
  useEffect(() => {
    if (isDone) line.current?.focus()
  }, [isDone])

  if (!ticket) return null
  if (isDone)
    return (
      <Text ref={line} tabIndex={-1} tone="muted" fontSize="sm" marginTop="1">
        {(linking.isSuccess ? MAIL_TEXTS.linkedFollowUp : MAIL_TEXTS.continuesNone)(ticket.number)}
      </Text>
    )
  const says = (title: string) => ({
    onError: (error: Error) => toast({ type: 'error', title, description: failureText(error) }),
  })
  const isPending = dismissal.isPending || linking.isPending
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
        marginStart="-2"
        disabled={isPending}
        loading={linking.isPending}
        aria-label={MAIL_TEXTS.linkFollowUpOf(ticket.number)}
        onClick={() => linking.mutate(ticket.id, says(MAIL_TEXTS.notLinked))}
      >
        {MAIL_TEXTS.linkFollowUp}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        color="fg.muted"
        disabled={isPending}
        loading={dismissal.isPending}
        aria-label={MAIL_TEXTS.dismissOf(ticket.number)}
        onClick={() => dismissal.mutate(undefined, says(MAIL_TEXTS.notDismissed))}
      >
        {MAIL_TEXTS.dismiss}
      </Button>
    </Flex>
  )
}
