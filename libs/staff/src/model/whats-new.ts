import { withMarks } from '@helpdesk/tickets/model/markdown/mark-references'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { describeEvent } from '@helpdesk/tickets/model/timeline'
import * as texts from './texts'

/** A change that others made to a ticket since it was loaded. */
export interface NewsItem {
  id: string
  who: string
  what: string
  at: string
  /** The text of a comment or note. */
  text?: string
}

/** The parts of a loaded ticket that are compared. */
export type Seen = Pick<TicketDetail, 'loaded_at' | 'comments' | 'staff'>

/** Maximum events loaded with a ticket. */
const EVENTS_MAX = 100

/** Events that a comment in the list already shows. */
const shownAsComment = new Set(['comment_added', 'note_added'])

/**
 * Changes by others between two loads of a ticket, oldest first: comments and notes with their text, other changes as the
 * history describes them. Leaves out the viewer's own changes.
 */
export function whatsNew(before: Seen, after: Seen, viewerId: string | null): NewsItem[] {
  const read = new Set(before.comments.map(({ id }) => id))
  const earlier = before.staff?.events ?? []
  const known = new Set(earlier.map(({ id }) => String(id)))
  const comments = after.comments
    .filter(({ id, user_id }) => !read.has(id) && user_id !== viewerId)
    .map((comment): NewsItem => ({
      id: comment.id,
      who: comment.author_name || texts.formerMember,
      what: comment.is_internal && !comment.send_at ? texts.wroteNote : texts.wrote,
      at: comment.created_at,
      text: withMarks(comment.content),
    }))
  const events = (after.staff?.events ?? [])
    .filter(({ id, actor_id, kind, created_at }) => {
      // A long history is loaded in part: events older than the first load are not new.
      const recent = earlier.length < EVENTS_MAX || Date.parse(created_at) >= Date.parse(before.loaded_at)
      return recent && !known.has(String(id)) && actor_id !== viewerId && !shownAsComment.has(kind)
    })
    .map((event): NewsItem => ({
      id: String(event.id),
      at: event.created_at,
      ...describeEvent(event, viewerId),
    }))
  return [...comments, ...events].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
