import { Avatar, Box, Button, deferred, Flex, Text, UserIcon } from '@helpdesk/ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { canClose, canReopen, isResolved } from '../../model/closing'
import { nextStepText, assigneeName } from '../../model/next-step'
import type { Actor } from '../../model/permissions'
import type { TicketDetail } from '../../model/rows'
import * as texts from './texts'

const CloseDialog = deferred(async () => (await import('./CloseDialog')).CloseDialog, null).Screen
const ReopenDialog = deferred(async () => (await import('./ReopenDialog')).ReopenDialog, null).Screen

/** The assignee, the next step, and the requester's commands: close or reopen. */
export function TicketProgress({ detail, actor }: { detail: TicketDetail; actor: Actor | null }) {
  const { ticket, assignee } = detail
  const [open, setOpen] = useState<'close' | 'reopen' | null>(null)
  const resolved = isResolved(ticket)
  const section = useRef<HTMLElement>(null)
  const justClosed = useRef(false)
  const closeDialog = () => {
    justClosed.current = true
    setOpen(null)
  }
  // The other button replaces the one that opened the dialog, so the focus moves there.
  useLayoutEffect(() => {
    if (justClosed.current && document.activeElement === document.body)
      section.current?.querySelector('button')?.focus({ preventScroll: true })
    justClosed.current = false
  }, [resolved])
  return (
    <Box
      as="section"
      ref={section}
      aria-label={texts.progress}
      borderWidth="1px"
      borderColor="border"
      borderRadius="lg"
      background="bg.subtle"
      padding="3"
    >
      <Flex gap="3" alignItems="flex-start" wrap={{ base: 'wrap', sm: 'nowrap', lg: 'wrap' }}>
        {assignee ? <Avatar name={assigneeName(assignee)} /> : <UnassignedAvatar />}
        <Box flex="1" minWidth="0">
          {(assignee || !resolved) && (
            <Text fontWeight="semibold" overflowWrap="anywhere">
              <Box as="span" color="fg.muted" fontWeight="normal">
                {resolved ? texts.helpedYou : texts.helpingYou}
              </Box>
              {assigneeName(assignee)}
            </Text>
          )}
          <Text>{nextStepText(ticket.status, assignee, detail.follow_up)}</Text>
          {ticket.close_reason && (
            <Text tone="muted" overflowWrap="anywhere" marginTop="1">
              {texts.closedBecause(ticket.close_reason)}
            </Text>
          )}
        </Box>
        <Flex gap="2" width={{ base: 'full', sm: 'auto', lg: 'full' }}>
          {canReopen(actor, ticket) && <Button onClick={() => setOpen('reopen')}>{texts.reopen}</Button>}
          {canClose(actor, ticket) && <Button onClick={() => setOpen('close')}>{texts.closeTicket}</Button>}
        </Flex>
      </Flex>
      {open === 'close' && <CloseDialog ticketId={ticket.id} onClose={closeDialog} />}
      {open === 'reopen' && <ReopenDialog detail={detail} onClose={closeDialog} />}
    </Box>
  )
}

const UnassignedAvatar = () => (
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
