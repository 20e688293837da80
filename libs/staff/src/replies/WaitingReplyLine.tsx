import { useAuth } from '@helpdesk/auth'
import { Button, Flex, Text, toast } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { useEffect, useState } from 'react'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Attachment, TicketComment, TicketDetail } from '@helpdesk/tickets/model/rows'
import { noExtras } from '../model/reply-extras'
import { sendAfter, sendNow, takeBack } from './waiting-replies'
import * as texts from './texts'

interface WaitingReplyLineProps {
  comment: TicketComment
  /** Files of this reply. */
  attachments: readonly Attachment[]
}

/** Below a reply that is not sent yet: when it goes, and for its author Undo, or what to do when it was held. */
export function WaitingReplyLine({ comment, attachments }: WaitingReplyLineProps) {
  const queries = useQueryClient()
  const isMine = useAuth().user?.id === comment.user_id
  const [isBusy, setBusy] = useState(false)
  // The ticket may be merged into the one of the page.
  const detail = queries
    .getQueriesData<TicketDetail>({ queryKey: ticketKeys.details() })
    .map(([, each]) => each)
    .find((each) => each?.comments.some(({ id }) => id === comment.id))
  const reply = detail?.staff?.waiting_replies?.find((each) => each.comment_id === comment.id)
  const isHeld = Boolean(reply?.held_for)
  const isShort = !reply?.is_scheduled && !isHeld
  useEffect(() => {
    if (isMine && isShort && comment.send_at)
      sendAfter(queries, comment, Date.parse(comment.send_at) - serverNow())
  }, [queries, isMine, isShort, comment])

  async function run(act: () => Promise<void>) {
    setBusy(true)
    await act().catch((error: unknown) =>
      toast({ type: 'error', title: texts.notSent, description: failureText(error) }),
    )
    setBusy(false)
  }
  const ticketId = detail?.ticket.id ?? comment.ticket_id
  const extras = {
    ...noExtras,
    ...(reply?.new_status && { status: reply.new_status }),
    ...(reply?.new_priority && { priority: reply.new_priority }),
    ...(reply?.add_tags && { addTags: reply.add_tags }),
  }
  const back = () =>
    run(() => takeBack(queries, { comment, ticketId, attachments, extras, open: () => undefined }))

  return (
    <Flex alignItems="center" flexWrap="wrap" gap="2" paddingTop="2">
      <Text as="span" fontSize="sm" tone="muted">
        {isHeld ? (texts.held[reply?.held_for ?? ''] ?? texts.heldAnyhow) : texts.sentSoon}
      </Text>
      {isMine && isHeld && (
        <Button size="sm" disabled={isBusy} onClick={() => void run(() => sendNow(queries, comment.id))}>
          {texts.sendNow}
        </Button>
      )}
      {isMine && (
        <Button size="sm" disabled={isBusy} onClick={() => void back()}>
          {isHeld ? texts.edit : texts.undo}
        </Button>
      )}
    </Flex>
  )
}
