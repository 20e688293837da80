import { ask, ConflictError, loadData, z } from '@helpdesk/supabase'
import { commentSchema, noteSchema } from '../model/forms'
import { commentRowSchema, type TicketComment } from '../model/rows'
import { ticketError } from './ticket-error'

interface NewComment {
  content: string
  /** A note for staff only. Default: a public comment. */
  isInternal?: boolean
  /** A uuid per comment, the same for every attempt, so that it is stored once. */
  requestId?: string
}

/** Reads the comment that an earlier attempt stored. */
async function commentOfRequest(userId: string, requestId: string): Promise<TicketComment> {
  const data = await loadData()
  const request = data.from('comments').select('*').eq('user_id', userId).eq('request_id', requestId)
  return ask(request.single(), commentRowSchema)
}

/**
 * Adds a comment to a ticket, trimmed. A repeated `requestId` returns the comment stored first.
 * @throws AppError `comment_unauthenticated` without a user, else the backend's refusal
 */
export async function addComment(
  userId: string | null,
  ticketId: string,
  { content, isInternal = false, requestId = crypto.randomUUID() }: NewComment,
): Promise<TicketComment> {
  if (!userId) throw ticketError('comment_unauthenticated')
  const values = z.parse(isInternal ? noteSchema : commentSchema, { content })
  const data = await loadData()
  const row = {
    ticket_id: ticketId,
    user_id: userId,
    content: values.content,
    is_internal: isInternal,
    request_id: requestId,
  }
  try {
    return await ask(data.from('comments').insert(row).select().single(), commentRowSchema)
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== '23505') throw error
    return commentOfRequest(userId, requestId)
  }
}

/** True for a comment shown before the server has stored it. */
export const isPendingComment = (comment: Pick<TicketComment, 'id'>): boolean =>
  comment.id.startsWith('pending-')
