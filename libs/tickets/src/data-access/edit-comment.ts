import { loadData } from '@helpdesk/supabase'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { commentSchema } from '../model/forms'
import { commentRowSchema, type TicketComment } from '../model/rows'
import { ask } from './ask'
import { ticketKeys } from './keys'

/** Changes the text of an own comment. @throws AppError when it is not the caller's or does not exist */
export async function updateComment(commentId: string, content: string): Promise<TicketComment> {
  const values = z.parse(commentSchema, { content })
  const data = await loadData()
  return ask(data.from('comments').update(values).eq('id', commentId).select().single(), commentRowSchema)
}

/** Deletes an own comment. @throws AppError when it is not the caller's or does not exist */
export async function deleteComment(commentId: string): Promise<void> {
  const data = await loadData()
  await ask(
    data.from('comments').delete().eq('id', commentId).select('id').single(),
    z.object({ id: z.string() }),
  )
}

/** Both commands for the comments of one ticket; the open detail is read again afterwards. */
export function useCommentCommands(ticketId: string) {
  const queries = useQueryClient()
  const onSuccess = () => void queries.invalidateQueries({ queryKey: ticketKeys.detail(ticketId) })
  return {
    update: useMutation({
      mutationFn: ({ id, content }: { id: string; content: string }) => updateComment(id, content),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: deleteComment, onSuccess }),
  }
}
