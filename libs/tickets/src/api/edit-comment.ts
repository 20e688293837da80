import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import { commentSchema } from '../model/forms'
import { commentRowSchema, type TicketComment } from '../model/rows'
import { useTicketCache } from './get-ticket'
import { ticketError } from './ticket-error'

/**
 * Changes the text of an own comment.
 * @throws AppError `comment_edit_expired` after fifteen minutes; `comment_not_found` when it is not the caller's
 */
export async function updateComment(commentId: string, content: string): Promise<TicketComment> {
  const values = z.parse(commentSchema, { content })
  const data = await loadData()
  const rows = await ask(
    data.from('comments').update(values).eq('id', commentId).select(),
    z.array(commentRowSchema),
  )
  if (!rows[0]) throw ticketError('comment_not_found')
  return rows[0]
}

/** Deletes an own comment. @throws AppError `comment_not_found` when it is not the caller's or does not exist */
export async function deleteComment(commentId: string): Promise<void> {
  const data = await loadData()
  const rows = await ask(
    data.from('comments').delete().eq('id', commentId).select('id'),
    z.array(z.unknown()),
  )
  if (rows.length === 0) throw ticketError('comment_not_found')
}

/** Both commands for the comments of one ticket. The open page shows what the server kept. */
export function useCommentCommands(ticketId: string) {
  const cache = useTicketCache(ticketId)
  return {
    update: useCommand({
      mutationKey: ['edit-comment'],
      subject: ({ id }) => id,
      mutationFn: ({ id, content }: { id: string; content: string }) => updateComment(id, content),
      onSuccess: (saved) =>
        cache.patch((detail) => ({
          ...detail,
          comments: detail.comments.map((each) => (each.id === saved.id ? saved : each)),
        })),
    }),
    remove: useCommand({
      mutationKey: ['delete-comment'],
      mutationFn: deleteComment,
      onSuccess: () => void cache.refetch(),
    }),
  }
}
