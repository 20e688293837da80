import type { TicketComment } from './rows'

/** How long authors may edit a comment after sending it, in milliseconds. The server enforces it. */
const EDIT_WINDOW_MS = 15 * 60 * 1000
/** Maximum length of a comment, in characters. */
export const COMMENT_MAX = 10_000

type Authored = Pick<TicketComment, 'user_id' | 'created_at'>

/**
 * Milliseconds for which the user may still edit the comment; 0 for old comments and those of others.
 * @param now milliseconds since the epoch by the server's clock
 */
export function editTimeLeft(comment: Authored, userId: string | null, now: number): number {
  if (!userId || comment.user_id !== userId) return 0
  return Math.max(0, Date.parse(comment.created_at) + EDIT_WINDOW_MS - now)
}

/** True when the text was changed after it was sent. */
export const wasEdited = (comment: Pick<TicketComment, 'created_at' | 'updated_at'>): boolean =>
  Date.parse(comment.updated_at) > Date.parse(comment.created_at)
