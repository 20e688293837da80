import { useQueryClient } from '@helpdesk/ui/query'
import { useNavigate } from '@helpdesk/ui/router'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { untilText } from '@helpdesk/tickets/model/ticket-fields'
import type { SentReply } from '../api/send-reply'
import type { ReplyExtras } from '../model/reply-extras'
import { announceChange } from '../state/undo'
import { rememberReply, sendAfter, takeBack } from './waiting-replies'
import * as texts from './texts'

interface Queued extends SentReply {
  /** Until it is sent; undefined for a reply that is sent at a time. */
  seconds: number | undefined
  files: readonly File[]
  extras: ReplyExtras
}

/**
 * Says when a reply is sent and offers Undo for a while, wherever the user goes. Sends one that only waits for an undo.
 */
export function useAnnounceWaitingReply() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return ({ comment, seconds, files, extras }: Queued): void => {
    const open = () => void navigate(`/tickets/${comment.ticket_id}`)
    const dismiss = announceChange({
      text: seconds
        ? texts.sentIn(seconds)
        : texts.scheduledFor(untilText(comment.send_at ?? '', serverNow())),
      undo: () =>
        void takeBack(queries, { comment, ticketId: comment.ticket_id, attachments: [], extras, open }),
      ms: seconds && seconds * 1_000,
      isReply: true,
    })
    rememberReply(comment.id, { files, dismiss })
    if (seconds) sendAfter(queries, comment, seconds * 1_000)
  }
}
