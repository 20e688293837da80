import { ask, loadData, NotFoundError, z } from '@helpdesk/supabase'
import { errorTexts } from '../model/error-texts'

/**
 * Takes back a reply that is not sent yet: nothing of it is left on the server.
 * @throws NotFoundError `reply_gone` when it was sent or taken back meanwhile
 */
export async function takeBackReply(commentId: string): Promise<void> {
  const data = await loadData()
  const reply = data.from('comments').delete().eq('id', commentId).not('send_at', 'is', null)
  const rows = await ask(reply.select('id'), z.array(z.unknown()))
  if (rows.length === 0) throw new NotFoundError(errorTexts.reply_gone, { code: 'reply_gone' })
}
