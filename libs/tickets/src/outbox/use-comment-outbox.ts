import { useAuth } from '@helpdesk/auth'
import { getConnection } from '@helpdesk/supabase'
import { useQueryClient } from '@helpdesk/ui/query'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import type { TicketDetail } from '../model/rows'
import { keepMessageFiles, withUnrecordedFiles } from '../uploads/message-files'
import { startUploads } from '../uploads/uploads'
import { flushOutbox } from './flush-outbox'
import {
  changeUnsent,
  isInQueue,
  messageOf,
  outboxAtom,
  outboxKey,
  syncUnsent,
  unsentAt,
  withFiles,
  withOutboxLock,
  type UnsentComment,
} from './outbox-store'
import { sendUnsent } from './send-unsent'

export interface CommentOutbox {
  /** Oldest first, without confirmed comments. */
  unsent: readonly UnsentComment[]
  /** True while a comment is being sent. */
  sending: boolean
  /**
   * Sends a public comment and shows it at once, or as soon as its files are stored for it on this device.
   * @param onKept called when the comment is on the device, so that the draft may go
   */
  send: (content: string, files?: readonly File[], onKept?: () => void) => void
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
  /** While the files of a comment are being stored on the device. */
  const isKeeping = useRef(false)
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
        const { files } = await withFiles(key, comment)
        const isSame = (each: UnsentComment) => each.requestId === comment.requestId
        syncUnsent(key)
        if (!unsentAt(key).some(isSame)) return
        startUploads(queries, messageOf(key, comment), saved, files)
        changeUnsent(key, (list) => list.filter((each) => !isSame(each)))
      })
    }
  }, [key, kept, unsent, storedIds, queries])

  // Restores the files of comments left unsent by the previous page.
  useEffect(() => {
    for (const comment of unsent) {
      if (!key || comment.files.length >= comment.fileCount) continue
      void withFiles(key, comment).then(({ files, fileCount, lost = 0 }) =>
        changeUnsent(key, (list) =>
          list.map((each) =>
            each.requestId === comment.requestId ? { ...each, files, fileCount, lost } : each,
          ),
        ),
      )
    }
  }, [key, unsent])

  return useMemo(() => {
    const flush = () => {
      if (place) void flushOutbox(place.queries, place.userId)
    }
    function attempt(comment: UnsentComment): void {
      if (!place) return
      void sendUnsent(place, comment).then((outcome) => {
        // Others may have waited for this one.
        if (outcome === 'sent' || outcome === 'failed') flush()
      })
    }
    return {
      unsent,
      sending: unsent.some((each) => each.state === 'sending'),
      send: (content, files = [], onKept) => {
        // Read from the store: a second click can come before the first one is rendered.
        if (!key || isKeeping.current || unsentAt(key).some(({ state }) => state === 'sending')) return
        const comment: UnsentComment = {
          requestId: crypto.randomUUID(),
          content: content.trim(),
          createdAt: new Date(serverNow()).toISOString(),
          state: 'sending',
          files,
          fileCount: files.length,
        }
        const add = () => {
          const isQueued = getConnection() === 'offline' || unsentAt(key).some(isInQueue)
          if (isQueued) changeUnsent(key, (list) => [...list, { ...comment, state: 'waiting' }])
          else attempt(comment)
          onKept?.()
          if (isQueued) flush()
        }
        if (files.length === 0) return add()
        isKeeping.current = true
        // The draft has them until then: a page that ends in between loses nothing.
        const message = messageOf(key, comment)
        void withUnrecordedFiles(message.userId, async () => {
          await keepMessageFiles(message, files)
          isKeeping.current = false
          add()
        })
      },
      retry: (requestId) => {
        const comment =
          key && unsentAt(key).find((each) => each.requestId === requestId && each.state === 'failed')
        if (comment) attempt(comment)
      },
      discard: (requestId) => {
        if (key) changeUnsent(key, (list) => list.filter((each) => each.requestId !== requestId))
        flush()
      },
    }
  }, [key, place, unsent])
}
