import type { TicketComment } from './rows'

/** How long the author may change a comment after it was sent, in milliseconds. The server holds the same rule. */
const EDIT_WINDOW_MS = 15 * 60 * 1000
/** A comment, in characters. */
export const COMMENT_MAX = 10_000

type Authored = Pick<TicketComment, 'user_id' | 'created_at'>

/**
 * Milliseconds for which this person may still change the comment; 0 for other people's and for old ones.
 * @param now by the server's clock
 */
export function editTimeLeft(comment: Authored, userId: string | null, now: number): number {
  if (!userId || comment.user_id !== userId) return 0
  return Math.max(0, Date.parse(comment.created_at) + EDIT_WINDOW_MS - now)
}

/** True when the text was changed after it was sent. */
export const wasEdited = (comment: Pick<TicketComment, 'created_at' | 'updated_at'>): boolean =>
  Date.parse(comment.updated_at) > Date.parse(comment.created_at)
