import { useAuth, useRole } from '@helpdesk/auth'
import { Button, Flex, Text, toast } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useNavigate } from '@helpdesk/ui/router'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { useEffect, useState } from 'react'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { failureText } from '@helpdesk/tickets/model/errors'
import { untilText } from '@helpdesk/tickets/model/ticket-fields'
import type { Attachment, TicketComment, TicketDetail } from '@helpdesk/tickets/model/rows'
import { extrasOf, waitOf } from '../model/waiting-reply'
import { cancelReply, sendAfter, sendNow, takeBack } from './waiting-replies'
import * as texts from './texts'

interface WaitingReplyLineProps {
  comment: TicketComment
  /** Files of this reply. */
  attachments: readonly Attachment[]
}

/** Below a reply that is not sent yet: when it goes, or why not, and what its author can do. */
export function WaitingReplyLine({ comment, attachments }: WaitingReplyLineProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const me = useAuth().user?.id
  const isMine = me === comment.user_id
  const isAdmin = useRole() === 'admin'
  const [isBusy, setBusy] = useState(false)
  // The ticket may be merged into the one of the page.
  const detail = queries
    .getQueriesData<TicketDetail>({ queryKey: ticketKeys.details() })
    .map(([, each]) => each)
    .find((each) => each?.comments.some(({ id }) => id === comment.id))
  const ticketId = detail?.ticket.id ?? comment.ticket_id
  const reply = detail?.staff?.waiting_replies?.find((each) => each.comment_id === comment.id)
  const { isShort, heldFor } = waitOf(comment, reply, detail)
  useEffect(() => {
    if (isMine && isShort && comment.send_at)
      sendAfter(queries, comment, Date.parse(comment.send_at) - serverNow())
  }, [queries, isMine, isShort, comment])

  const run = (act: () => Promise<void>) => async () => {
    setBusy(true)
    await act().catch((error: unknown) =>
      toast({ type: 'error', title: texts.notSent, description: failureText(error) }),
    )
    setBusy(false)
  }
  const open = () => void navigate(`/tickets/${ticketId}`)
  const taken = { comment, ticketId, attachments, extras: extrasOf(reply), open }
  const button = (label: string, act: () => Promise<void>) => (
    <Button size="sm" disabled={isBusy} onClick={() => void run(act)()}>
      {label}
    </Button>
  )
  const says = isShort ? texts.sentSoon : texts.scheduledFor(untilText(comment.send_at ?? '', serverNow()))
  // Nobody else could clear what somebody left behind.
  const mayCancel = isMine || (isAdmin && heldFor === 'author_left')

  return (
    <Flex alignItems="center" flexWrap="wrap" gap="2" paddingTop="2">
      <Text as="span" fontSize="sm" tone="muted">
        {heldFor ? (texts.held[heldFor] ?? texts.heldAnyhow) : says}
      </Text>
      {isMine &&
        !isShort &&
        button(heldFor ? texts.sendAnyway : texts.sendNow, () => sendNow(queries, comment.id, ticketId))}
      {isMine && button(isShort ? texts.undo : texts.edit, () => takeBack(queries, taken))}
      {me && mayCancel && !isShort && button(texts.cancel, () => cancelReply(queries, me, taken))}
    </Flex>
  )
}
