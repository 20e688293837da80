import { getConnection, NetworkError } from '@helpdesk/supabase'
import { toast } from '@helpdesk/ui'
import { failureToasts } from '../model/errors'
import type { TicketDetail } from '../model/rows'
import type { QueryClient } from '@helpdesk/ui/query'
import { addComment } from '../api/add-comment'
import { announceFiles } from '../api/announce-files'
import { isPassing } from '../uploads/run-uploads'
import { keepAndUpload, startUploads } from '../uploads/uploads'
import { ticketCache } from '../api/get-ticket'
import { ticketKeys } from '../api/keys'
import {
  changeUnsent,
  messageOf,
  outboxKey,
  syncUnsent,
  unsentAt,
  withFiles,
  withOutboxLock,
  type UnsentComment,
} from './outbox-store'
import * as texts from '../api/texts'

/** Whose comments on which ticket. */
export interface SendPlace {
  queries: QueryClient
  userId: string
  ticketId: string
}

const SENT_TOAST = {
  type: 'success',
  title: texts.commentAdded,
  description: texts.commentAddedText,
} as const

const CONTINUED_TOAST = {
  type: 'success',
  title: texts.commentAdded,
  description: texts.commentContinuedText,
} as const

/** Statuses in which a comment of the customer reopens the ticket. */
const REOPENED: ReadonlySet<string> = new Set(['pending', 'solved', 'closed'])

/** `held`: it failed for a passing reason and is tried again, before those that were written after it. */
type Outcome = 'sent' | 'failed' | 'waiting' | 'held'

const putUnsent = (key: string, next: UnsentComment) =>
  changeUnsent(key, (list) => {
    const isSame = (each: UnsentComment) => each.requestId === next.requestId
    return list.some(isSame) ? list.map((each) => (isSame(each) ? next : each)) : [...list, next]
  })

/**
 * Sends one comment of the outbox, unless another tab has done so. Repeats are safe: the server recognizes the request id.
 * @returns whether it was sent, refused (`failed`), waits for a connection, or is `held`
 */
export function sendUnsent(place: SendPlace, comment: UnsentComment): Promise<Outcome> {
  const key = outboxKey(place.userId, place.ticketId)
  if (comment.state === 'sending') putUnsent(key, comment)
  return withOutboxLock(key, async () => {
    syncUnsent(key)
    if (!unsentAt(key).some(({ requestId }) => requestId === comment.requestId)) return 'sent'
    return attempt(place, key, comment)
  })
}

async function attempt(place: SendPlace, key: string, comment: UnsentComment): Promise<Outcome> {
  const { queries, userId, ticketId } = place
  const cache = ticketCache(queries, ticketId)
  const isSame = (each: UnsentComment) => each.requestId === comment.requestId
  const isQueued = comment.state === 'waiting' || comment.isQueued === true
  putUnsent(key, { ...comment, state: 'sending', isQueued })
  try {
    const { files, lost = 0 } = await withFiles(key, comment)
    const cancelled = await cache.cancel()
    const status = queries.getQueryData<TicketDetail>(ticketKeys.detail(ticketId))?.ticket.status
    await announceFiles(comment.requestId, files)
    const saved = await addComment(userId, ticketId, comment)
    const message = { ...messageOf(key, comment), ticketId: saved.ticket_id }
    const isElsewhere = saved.ticket_id !== ticketId
    // First, so that the files of the comment stay on the device until they are stored.
    if (isElsewhere) {
      await keepAndUpload(queries, message, saved.id, files)
    } else {
      cache.patch((before) => ({
        ...before,
        comments: [...before.comments.filter((each) => each.id !== saved.id), saved],
      }))
      startUploads(queries, message, saved.id, files)
    }
    changeUnsent(key, (list) => list.filter((each) => !isSame(each)))
    // The server reopens a ticket that waited for the customer, which is an event of its history.
    if (cancelled || isElsewhere || REOPENED.has(status ?? '')) void cache.refetch()
    // A reply changes the ticket's "Last Updated".
    cache.staleLists()
    toast(
      lost > 0
        ? { type: 'error', title: texts.commentAdded, description: texts.lostFiles(lost) }
        : isElsewhere
          ? CONTINUED_TOAST
          : SENT_TOAST,
    )
    return 'sent'
  } catch (error) {
    // A lost connection is not worth an alarm: the banner shows it, and the comment goes out by itself.
    if (error instanceof NetworkError && (isQueued || getConnection() === 'offline')) {
      putUnsent(key, { ...comment, state: 'waiting', isQueued: false })
      return 'waiting'
    }
    const isHeld = isQueued && isPassing(error)
    putUnsent(key, { ...comment, state: 'failed', isQueued: isHeld })
    // Tried again every few seconds or minutes: once is enough.
    if (comment.state !== 'failed' || !isHeld) toast({ type: 'error', ...failureToasts.comment })
    return isHeld ? 'held' : 'failed'
  }
}
