import { useQueryClient } from '@helpdesk/ui/query'
import { useNavigate } from '@helpdesk/ui/router'
import type { SentReply } from '../api/send-reply'
import type { ReplyExtras } from '../model/reply-extras'
import { announceChange } from '../state/undo'
import { rememberReply, sendAfter, takeBack } from './waiting-replies'
import * as texts from './texts'

interface Queued extends SentReply {
  /** Until it is sent. */
  seconds: number
  files: readonly File[]
  extras: ReplyExtras
}

/** Says that a reply is sent in some seconds, offers Undo until then, wherever the user goes, and sends it. */
export function useAnnounceWaitingReply() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return ({ comment, seconds, files, extras }: Queued): void => {
    const open = () => void navigate(`/tickets/${comment.ticket_id}`)
    const dismiss = announceChange({
      text: texts.sentIn(seconds),
      undo: () =>
        void takeBack(queries, { comment, ticketId: comment.ticket_id, attachments: [], extras, open }),
      ms: seconds * 1_000,
    })
    rememberReply(comment.id, { files, dismiss })
    sendAfter(queries, comment, seconds * 1_000)
  }
}
