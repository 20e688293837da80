import { Avatar, Box, Button, Flex, Text, UserIcon } from '@helpdesk/ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { canClose, canReopen, isResolved } from '../../model/closing'
import { whatHappensNext, whoHelps } from '../../model/next-step'
import type { Actor } from '../../model/permissions'
import type { TicketDetail } from '../../model/rows'
import { deferred } from '@helpdesk/ui'

const CloseDialog = deferred(async () => (await import('./CloseDialog')).CloseDialog, null).Screen
const ReopenDialog = deferred(async () => (await import('./ReopenDialog')).ReopenDialog, null).Screen

/** The assignee, the next step, and the customer's commands: close or reopen. */
export function TicketProgress({ detail, actor }: { detail: TicketDetail; actor: Actor | null }) {
  const { ticket, assignee } = detail
  const [open, setOpen] = useState<'close' | 'reopen' | null>(null)
  const over = isResolved(ticket)
  const section = useRef<HTMLElement>(null)
  const left = useRef(false)
  const leave = () => {
    left.current = true
    setOpen(null)
  }
  // The button that opened the dialog is replaced by the other one: move the focus there.
  useLayoutEffect(() => {
    if (left.current && document.activeElement === document.body)
      section.current?.querySelector('button')?.focus({ preventScroll: true })
    left.current = false
  }, [over])
  return (
    <Box
      as="section"
      ref={section}
      aria-label="Progress"
      borderWidth="1px"
      borderColor="border"
      borderRadius="lg"
      background="bg.subtle"
      padding="3"
    >
      <Flex gap="3" alignItems="flex-start" wrap={{ base: 'wrap', sm: 'nowrap', lg: 'wrap' }}>
        {assignee ? <Avatar name={whoHelps(assignee)} /> : <Nobody />}
        <Box flex="1" minWidth="0">
          {(assignee || !over) && (
            <Text fontWeight="semibold" overflowWrap="anywhere">
              <Box as="span" color="fg.muted" fontWeight="normal">
                {over ? 'Helped you: ' : 'Helping you: '}
              </Box>
              {whoHelps(assignee)}
            </Text>
          )}
          <Text>{whatHappensNext(ticket.status, assignee)}</Text>
          {ticket.close_reason && (
            <Text tone="muted" overflowWrap="anywhere" marginTop="1">
              Closed because: {ticket.close_reason}
            </Text>
          )}
        </Box>
        <Flex gap="2" width={{ base: 'full', sm: 'auto', lg: 'full' }}>
          {canReopen(actor, ticket) && <Button onClick={() => setOpen('reopen')}>Reopen</Button>}
          {canClose(actor, ticket) && <Button onClick={() => setOpen('close')}>Close ticket</Button>}
        </Flex>
      </Flex>
      {open === 'close' && <CloseDialog ticketId={ticket.id} onClose={leave} />}
      {open === 'reopen' && <ReopenDialog detail={detail} onClose={leave} />}
    </Box>
  )
}

const Nobody = () => (
  <Flex
    aria-hidden
    alignItems="center"
    justifyContent="center"
    width="7"
    height="7"
    borderRadius="full"
    background="bg.emphasized"
    color="fg.muted"
  >
    <UserIcon size={14} />
  </Flex>
)
