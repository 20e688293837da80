import { useAuth } from '@helpdesk/auth'
import { getConnection } from '@helpdesk/supabase'
import { useQueryClient } from '@helpdesk/ui/query'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import type { TicketDetail } from '../model/rows'
import { flushOutbox } from './flush-outbox'
import {
  changeUnsent,
  filesOf,
  outboxAtom,
  outboxKey,
  syncUnsent,
  unsentAt,
  withOutboxLock,
  type UnsentComment,
} from './outbox-store'
import { sendUnsent, uploadFiles } from './send-unsent'

export interface CommentOutbox {
  /** Oldest first, without confirmed comments. */
  unsent: readonly UnsentComment[]
  /** True while a comment is being sent. */
  sending: boolean
  /** Sends a public comment and shows it at once. */
  send: (content: string, files?: readonly File[]) => void
  /** Resends a failed comment. It is stored once, even when only the first answer was lost. */
  retry: (requestId: string) => void
  /** Discards a failed comment. */
  discard: (requestId: string) => void
}

/**
 * The comments that the user has sent to a ticket and the server has not confirmed. They survive navigation, reload and
 * crash, and are then marked as not sent. Those written without a network are sent when it is back.
 */
export function useCommentOutbox(detail: TicketDetail): CommentOutbox {
  const { user } = useAuth()
  const ticketId = detail.ticket.id
  const userId = user?.id ?? null
  const queries = useQueryClient()
  const place = useMemo(() => userId && { queries, userId, ticketId }, [queries, userId, ticketId])
  const key = userId ? outboxKey(userId, ticketId) : null
  const all = useAtomValue(outboxAtom, { store: getDefaultStore() })
  const kept = useMemo(() => (key ? (all[key] ?? unsentAt(key)) : []), [all, key])
  const storedIds = useMemo(
    () => new Map(detail.comments.map((each) => [each.request_id, each.id])),
    [detail.comments],
  )
  const unsent = useMemo(() => kept.filter((each) => !storedIds.has(each.requestId)), [kept, storedIds])

  // A comment whose response was lost may have been stored, but without its files: upload them now. A comment that is
  // still being sent uploads its own files.
  useEffect(() => {
    if (!key || unsent.length === kept.length) return
    for (const comment of kept) {
      const saved = storedIds.get(comment.requestId)
      if (!saved || comment.state === 'sending') continue
      // The tab that stored it may be about to upload them.
      void withOutboxLock(key, async () => {
        const files = await filesOf(key, comment)
        const isSame = (each: UnsentComment) => each.requestId === comment.requestId
        syncUnsent(key)
        if (!unsentAt(key).some(isSame)) return
        changeUnsent(key, (list) => list.filter((each) => !isSame(each)))
        if (place) uploadFiles(place, saved, files)
      })
    }
  }, [key, kept, unsent, storedIds, place])

  // Restores the files of comments left unsent by the previous page.
  useEffect(() => {
    for (const comment of unsent) {
      if (!key || comment.files.length >= comment.fileCount) continue
      void filesOf(key, comment).then((files) =>
        changeUnsent(key, (list) =>
          list.map((each) =>
            each.requestId === comment.requestId ? { ...each, files, fileCount: files.length } : each,
          ),
        ),
      )
    }
  }, [key, unsent])

  return useMemo(() => {
    function attempt(comment: UnsentComment): void {
      if (place) void sendUnsent(place, comment)
    }
    return {
      unsent,
      sending: unsent.some((each) => each.state === 'sending'),
      send: (content, files = []) => {
        // Read from the store: a second click can come before the first one is rendered.
        if (!key || unsentAt(key).some(({ state }) => state === 'sending')) return
        const isQueued =
          getConnection() === 'offline' || unsentAt(key).some(({ state }) => state === 'waiting')
        const comment: UnsentComment = {
          requestId: crypto.randomUUID(),
          content: content.trim(),
          createdAt: new Date().toISOString(),
          state: isQueued ? 'waiting' : 'sending',
          files,
          fileCount: files.length,
        }
        if (!isQueued) return attempt(comment)
        changeUnsent(key, (list) => [...list, comment])
        if (place) void flushOutbox(place.queries, place.userId)
      },
      retry: (requestId) => {
        const comment =
          key && unsentAt(key).find((each) => each.requestId === requestId && each.state === 'failed')
        if (comment) attempt(comment)
      },
      discard: (requestId) => {
        if (key) changeUnsent(key, (list) => list.filter((each) => each.requestId !== requestId))
      },
    }
  }, [key, place, unsent])
}
