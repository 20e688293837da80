import type { MergedTicket, TicketComment, TicketDetail, TicketEvent } from './rows'
import { isAutoReply, saysNothing } from './timeline'

/** Changes by one person in quick succession, shown on one line. */
export interface ChangeGroup {
  kind: 'changes'
  id: string
  events: readonly TicketEvent[]
  at: string
}

/** An automatic answer, such as a note of an absence. */
export interface AutoReply {
  kind: 'auto-reply'
  event: TicketEvent
}

/** The description of a ticket that was merged into this one. */
export interface MergedDescription {
  kind: 'merged'
  ticket: MergedTicket
}

export type ConversationItem =
  { kind: 'message'; comment: TicketComment } | MergedDescription | ChangeGroup | AutoReply

/** Time between two changes of one group, in milliseconds. */
const GROUP_MS = 60_000

/** Events that the conversation already shows as a message, a file or the mark of an edit. */
const shownOtherwise = new Set([
  'created',
  'comment_added',
  'comment_edited',
  'note_added',
  'note_edited',
  'attachment_added',
])

const time = (value: string): number => Date.parse(value)

/** The history that the reader may see, newest first, and until when they have read the ticket. */
export const historyOf = ({ events, last_read_at, staff }: TicketDetail) => ({
  events: staff?.events ?? events ?? [],
  lastReadAt: staff ? staff.last_read_at : last_read_at,
})

/**
 * Messages, notes and changes of a ticket and of those merged into it, oldest first, then replies that are not sent yet. A
 * change made together with a message follows it.
 * @param events in any order
 */
export function conversationOf(
  comments: readonly TicketComment[],
  events: readonly TicketEvent[],
  merged: readonly MergedTicket[] = [],
): ConversationItem[] {
  const descriptions = merged.map((ticket) => ({ kind: 'merged' as const, at: ticket.created_at, ticket }))
  const messages = comments
    .filter(({ send_at }) => !send_at)
    .map((comment) => ({ kind: 'message' as const, at: comment.created_at, comment }))
  const changes = events
    .filter((event) => !shownOtherwise.has(event.kind) && !saysNothing(event))
    .map((event) => ({ kind: 'change' as const, at: event.created_at, event }))
    // Newest first as loaded: reversed, events of one transaction keep their order.
    .reverse()
  const items: ConversationItem[] = []
  for (const entry of [...descriptions, ...messages, ...changes].sort(
    (one, other) => time(one.at) - time(other.at),
  )) {
    if (entry.kind === 'merged') {
      items.push({ kind: 'merged', ticket: entry.ticket })
      continue
    }
    if (entry.kind === 'message') {
      items.push({ kind: 'message', comment: entry.comment })
      continue
    }
    if (isAutoReply(entry.event)) {
      items.push({ kind: 'auto-reply', event: entry.event })
      continue
    }
    const last = items.at(-1)
    if (last?.kind === 'changes' && belongsTo(last, entry.event))
      items[items.length - 1] = { ...last, events: [...last.events, entry.event], at: entry.at }
    else items.push({ kind: 'changes', id: String(entry.event.id), events: [entry.event], at: entry.at })
  }
  return [...items, ...waitingOf(comments)]
}

const waitingOf = (comments: readonly TicketComment[]): ConversationItem[] =>
  comments
    .flatMap((comment) => (comment.send_at ? [{ at: time(comment.send_at), comment }] : []))
    .sort((one, other) => one.at - other.at)
    .map(({ comment }) => ({ kind: 'message', comment }))

function belongsTo(group: ChangeGroup, event: TicketEvent): boolean {
  const last = group.events.at(-1)
  return (
    last !== undefined &&
    last.actor_id === event.actor_id &&
    last.is_internal === event.is_internal &&
    time(event.created_at) - time(last.created_at) <= GROUP_MS
  )
}

/**
 * The first message by others after the reader's last visit.
 * @param lastRead null when the reader never opened the ticket
 */
export function firstUnread(
  comments: readonly TicketComment[],
  lastRead: string | null | undefined,
  readerId: string | null,
): string | undefined {
  if (!lastRead) return undefined
  return comments.find(({ user_id, created_at }) => user_id !== readerId && time(created_at) > time(lastRead))
    ?.id
}
