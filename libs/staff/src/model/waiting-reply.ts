import type { TicketComment, TicketDetail, WaitingReply } from '@helpdesk/tickets/model/rows'
import { noExtras, type ReplyExtras } from './reply-extras'

/** The longest wait for an undo, in milliseconds; a limit of the database. */
const UNDO_MAX_MS = 60_000

/** The changes of a ticket that are made with a waiting reply. */
export const extrasOf = (reply: WaitingReply | undefined): ReplyExtras => ({
  ...noExtras,
  ...(reply?.new_status && { status: reply.new_status }),
  ...(reply?.new_priority && { priority: reply.new_priority }),
  ...(reply?.add_tags && { addTags: reply.add_tags }),
})

/**
 * Whether a reply waits only for the seconds of an undo, and why it does not go at its time, as the database judges then: a
 * scheduled one does not once the customer or a colleague wrote since.
 * @param reply undefined until the ticket was read again
 */
export function waitOf(
  comment: TicketComment,
  reply: WaitingReply | undefined,
  detail: Pick<TicketDetail, 'ticket' | 'comments'> | undefined,
): { isShort: boolean; heldFor: string | undefined } {
  if (reply?.held_for) return { isShort: false, heldFor: reply.held_for }
  const isShort = reply
    ? !reply.is_scheduled
    : Date.parse(comment.send_at ?? '') - Date.parse(comment.created_at) <= UNDO_MAX_MS
  if (isShort) return { isShort, heldFor: undefined }
  const isLater = (at: string) => Date.parse(at) > Date.parse(comment.created_at)
  const since = detail?.comments.filter((each) => !each.is_internal && isLater(each.created_at)) ?? []
  const isOfCustomer = (each: TicketComment) =>
    each.author_role === 'customer' || each.user_id === detail?.ticket.customer_id
  if (since.some(isOfCustomer)) return { isShort: false, heldFor: 'customer_wrote' }
  const hasAnswer = since.some((each) => each.user_id !== comment.user_id)
  return { isShort: false, heldFor: hasAnswer ? 'colleague_wrote' : undefined }
}
