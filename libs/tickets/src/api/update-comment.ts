import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import { commentSchema } from '../model/forms'
import { commentRowSchema, type TicketComment } from '../model/rows'
import { useTicketCache } from './get-ticket'
import { ticketError } from './ticket-error'

/**
 * Changes the text of one of the caller's own comments.
 * @throws AppError `comment_edit_expired` after fifteen minutes; `comment_not_found` when it is someone else's
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

/** Changes a comment of one ticket and shows the saved text on the open page. */
export function useUpdateComment(ticketId: string) {
  const cache = useTicketCache(ticketId)
  return useCommand({
    mutationKey: ['edit-comment'],
    subject: ({ id }) => id,
    mutationFn: ({ id, content }: { id: string; content: string }) => updateComment(id, content),
    onSuccess: (saved) =>
      cache.patch((detail) => ({
        ...detail,
        comments: detail.comments.map((each) => (each.id === saved.id ? saved : each)),
      })),
  })
}
