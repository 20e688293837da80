import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { describeEvent } from './timeline'

/** Something that others did to a ticket since it was read. */
export interface NewsItem {
  id: string
  who: string
  what: string
  at: string
  /** The words themselves, where it is a comment or a note. */
  text?: string
}

/** What a reader has seen of a ticket. */
export type Seen = Pick<TicketDetail, 'loaded_at' | 'comments' | 'staff'>

/** Events that come with a ticket at most. */
const HISTORY_READ = 100

/** Events whose own comment tells the same with its words. */
const toldByComment = new Set(['comment_added', 'note_added'])

/**
 * What others did between two readings of a ticket, oldest first: comments and notes with their words, everything
 * else as the history words it. One's own doings are no news.
 */
export function whatsNew(before: Seen, after: Seen, viewerId: string | null): NewsItem[] {
  const read = new Set(before.comments.map(({ id }) => id))
  const earlier = before.staff?.events ?? []
  const known = new Set(earlier.map(({ id }) => String(id)))
  const comments = after.comments
    .filter(({ id, user_id }) => !read.has(id) && user_id !== viewerId)
    .map((comment): NewsItem => ({
      id: comment.id,
      who: comment.author_name || 'Former member',
      what: comment.is_internal ? 'wrote an internal note' : 'wrote',
      at: comment.created_at,
      text: comment.content,
    }))
  const events = (after.staff?.events ?? [])
    .filter(({ id, actor_id, kind, created_at }) => {
      // Of a long history only a part was read: what is older than the first reading is no news either.
      const recent = earlier.length < HISTORY_READ || Date.parse(created_at) >= Date.parse(before.loaded_at)
      return recent && !known.has(String(id)) && actor_id !== viewerId && !toldByComment.has(kind)
    })
    .map((event): NewsItem => ({
      id: String(event.id),
      at: event.created_at,
      ...describeEvent(event, viewerId),
    }))
  return [...comments, ...events].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
