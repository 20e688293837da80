import { ask, loadData } from '@helpdesk/supabase'
import { answerSchema, type SentReply } from './send-reply'

/**
 * Sends a waiting reply of the caller now. One that is sent already is returned as it is.
 * @throws AppError `reply_gone` when it was taken back
 */
export async function sendWaitingReply(commentId: string): Promise<SentReply> {
  const data = await loadData()
  return ask(data.rpc('send_waiting_reply', { comment_id: commentId }), answerSchema)
}
