import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketError } from './ticket-error'

/**
 * Deletes one of the caller's own comments.
 * @throws AppError `comment_not_found` when it does not exist or is someone else's
 */
export async function deleteComment(commentId: string): Promise<void> {
  const data = await loadData()
  const rows = await ask(
    data.from('comments').delete().eq('id', commentId).select('id'),
    z.array(z.unknown()),
  )
  if (rows.length === 0) throw ticketError('comment_not_found')
}
