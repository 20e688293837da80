import { useAuth } from '@helpdesk/auth'
import { toast } from '@helpdesk/ui'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo } from 'react'
import { failureToasts } from '../../model/errors'
import type { TicketDetail } from '../../model/rows'
import { addComment } from '../add-comment'
import { startUploads } from '../comment-uploads'
import { useTicketCache } from '../get-ticket'
import { changeUnsent, filesOf, outboxAtom, outboxKey, unsentAt, type UnsentComment } from './outbox-store'

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

const SENT_TOAST = {
  type: 'success',
  title: 'Comment added',
  description: 'Your comment has been added successfully.',
} as const

/**
 * The comments that the user has sent to a ticket and the server has not confirmed. They survive navigation, reload and
 * crash, and are then marked as not sent.
 */
export function useCommentOutbox(detail: TicketDetail): CommentOutbox {
  const { user } = useAuth()
  const ticketId = detail.ticket.id
  const userId = user?.id ?? null
  const cache = useTicketCache(ticketId)
  const key = userId ? outboxKey(userId, ticketId) : null
  const all = useAtomValue(outboxAtom, { store: getDefaultStore() })
  const kept = useMemo(() => (key ? (all[key] ?? unsentAt(key)) : []), [all, key])
  const storedIds = useMemo(
    () => new Map(detail.comments.map((each) => [each.request_id, each.id])),
    [detail.comments],
  )
  const upload = useCallback(
    (commentId: string, files: readonly File[]) =>
      startUploads(ticketId, commentId, files, (attachment) =>
        cache.patch((before) => ({ ...before, attachments: [...before.attachments, attachment] })),
      ),
    [cache, ticketId],
  )
  const unsent = useMemo(() => kept.filter((each) => !storedIds.has(each.requestId)), [kept, storedIds])

  // A comment whose response was lost may have been stored, but without its files: upload them now. A comment that is
  // still being sent uploads its own files.
  useEffect(() => {
    if (!key || unsent.length === kept.length) return
    for (const comment of kept) {
      const saved = storedIds.get(comment.requestId)
      if (!saved || comment.state === 'sending') continue
      void filesOf(key, comment).then((files) => {
        const isSame = (each: UnsentComment) => each.requestId === comment.requestId
        if (!unsentAt(key).some(isSame)) return
        changeUnsent(key, (list) => list.filter((each) => !isSame(each)))
        upload(saved, files)
      })
    }
  }, [key, kept, unsent, storedIds, upload])

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
    async function attempt(comment: UnsentComment) {
      if (!key) return
      const isSame = (each: UnsentComment) => each.requestId === comment.requestId
      const put = (next: UnsentComment) =>
        changeUnsent(key, (list) =>
          list.some(isSame) ? list.map((each) => (isSame(each) ? next : each)) : [...list, next],
        )
      put({ ...comment, state: 'sending' })
      try {
        const files = await filesOf(key, comment)
        await cache.cancel()
        const saved = await addComment(userId, ticketId, comment)
        cache.patch((before) => ({
          ...before,
          comments: [...before.comments.filter((each) => each.id !== saved.id), saved],
        }))
        changeUnsent(key, (list) => list.filter((each) => !isSame(each)))
        // A reply changes the ticket's "Last Updated".
        cache.staleLists()
        toast(SENT_TOAST)
        upload(saved.id, files)
      } catch {
        put({ ...comment, state: 'failed' })
        toast({ type: 'error', ...failureToasts.comment })
      }
    }
    return {
      unsent,
      sending: unsent.some((each) => each.state === 'sending'),
      send: (content, files = []) => {
        // Read from the store: a second click can come before the first one is rendered.
        if (key && unsentAt(key).some(({ state }) => state === 'sending')) return
        const requestId = crypto.randomUUID()
        const createdAt = new Date().toISOString()
        const fileCount = files.length
        void attempt({ requestId, content: content.trim(), createdAt, state: 'sending', files, fileCount })
      },
      retry: (requestId) => {
        const comment =
          key && unsentAt(key).find((each) => each.requestId === requestId && each.state === 'failed')
        if (comment) void attempt(comment)
      },
      discard: (requestId) => {
        if (key) changeUnsent(key, (list) => list.filter((each) => each.requestId !== requestId))
      },
    }
  }, [cache, key, ticketId, unsent, upload, userId])
}
