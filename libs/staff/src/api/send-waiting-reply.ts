import { ask, loadData } from '@helpdesk/supabase'
import { answerSchema, type SentReply } from './send-reply'

/**
 * Sends a waiting reply of the caller now, on the ticket that shows it. One that is sent already is returned as it is.
 * @param shownOn the ticket on which the user chose to send it; without, a merge that changed who would get it prevents it
 * @throws AppError `reply_gone` when it was taken back, `reply_readers` after such a merge, `reply_uploading`
 */
export async function sendWaitingReply(commentId: string, shownOn?: string): Promise<SentReply> {
  const data = await loadData()
  return ask(data.rpc('send_waiting_reply', { comment_id: commentId, shown_on: shownOn }), answerSchema)
}
