import { useAuth } from '@helpdesk/auth'
import { loadData } from '@helpdesk/supabase'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { commentSchema, noteSchema } from '../model/forms'
import { commentRowSchema, type TicketComment } from '../model/rows'
import { ask } from './ask'
import { useTicketCache } from './get-ticket'
import { ticketError } from './ticket-error'

export interface NewComment {
  content: string
  /** A note for staff only. Default: a public comment. */
  isInternal?: boolean
}

/**
 * Writes a comment under a ticket, trimmed.
 * @throws AppError `comment_unauthenticated` without a user, else what the backend refused
 */
export async function addComment(
  userId: string | null,
  ticketId: string,
  { content, isInternal = false }: NewComment,
): Promise<TicketComment> {
  if (!userId) throw ticketError('comment_unauthenticated')
  const values = z.parse(isInternal ? noteSchema : commentSchema, { content })
  const data = await loadData()
  return ask(
    data
      .from('comments')
      .insert({ ticket_id: ticketId, user_id: userId, content: values.content, is_internal: isInternal })
      .select()
      .single(),
    commentRowSchema,
  )
}

/** True for a comment that is shown before the server has it. */
export const isPendingComment = (comment: Pick<TicketComment, 'id'>): boolean =>
  comment.id.startsWith('pending-')

/** Sends a comment and shows it at once; it is taken back when the server refuses. */
export function useAddComment(ticketId: string) {
  const { user, profile } = useAuth()
  const cache = useTicketCache(ticketId)
  const patch = (change: (comments: TicketComment[]) => TicketComment[]) =>
    cache.patch((detail) => ({ ...detail, comments: change(detail.comments) }))

  return useMutation({
    mutationFn: (input: NewComment) => addComment(user?.id ?? null, ticketId, input),
    onMutate: async (input) => {
      await cache.cancel()
      const now = new Date().toISOString()
      const draft: TicketComment = {
        id: `pending-${now}`,
        ticket_id: ticketId,
        user_id: user?.id ?? null,
        content: input.content.trim(),
        is_internal: input.isInternal ?? false,
        author_name: profile?.name ?? null,
        author_role: profile?.role ?? null,
        created_at: now,
        updated_at: now,
      }
      patch((comments) => [...comments, draft])
      return draft
    },
    onSuccess: (saved, _input, draft) => {
      patch((comments) => comments.map((each) => (each.id === draft.id ? saved : each)))
      // A reply moves the ticket's "Last Updated".
      cache.staleLists()
    },
    onError: (_error, _input, draft) =>
      void patch((comments) => comments.filter((each) => each.id !== draft?.id)),
  })
}
