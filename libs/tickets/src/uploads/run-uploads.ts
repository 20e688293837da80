import { getAuthState } from '@helpdesk/auth'
import { AppError, getConnection, NetworkError, RateLimitedError } from '@helpdesk/supabase'
import { oncePerPage } from '@helpdesk/ui'
import type { QueryClient } from '@helpdesk/ui/query'
import { ticketCache } from '../api/get-ticket'
import { uploadTo } from '../api/upload-attachment'
import type { Attachment } from '../model/rows'
import { withWebLock } from '../outbox/web-lock'
import { dropMessageFile } from './message-files'
import { erasePending, hasPending } from './upload-ledger'
import { allUploads, dropUpload, findUpload, setUpload, type Upload } from './upload-state'

/** Concurrent uploads: more would only share the same bandwidth. */
export const UPLOADS_AT_ONCE = 2
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60_000

/** Milliseconds before a failed upload is tried again; `failures` counts from 1. */
export const retryDelay = (failures: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)

/** Two remotes on one page share it. */
const state = oncePerPage('upload-run@1', () => ({
  running: new Map<string, AbortController>(),
  failures: new Map<string, number>(),
}))

/** Failures that may pass by themselves; a refusal would repeat. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof RateLimitedError ||
  (error instanceof AppError && (error.status >= 500 || error.status === 401))

/** Starts waiting uploads in order, at most {@link UPLOADS_AT_ONCE} at a time. */
export function startWaiting(queries: QueryClient): void {
  while (state.running.size < UPLOADS_AT_ONCE) {
    const me = getAuthState().user?.id
    const next = allUploads().find(
      ({ key, status, userId }) => status === 'waiting' && userId === me && !state.running.has(key),
    )
    if (!next) return
    void run(queries, next)
  }
}

async function run(queries: QueryClient, upload: Upload): Promise<void> {
  const { key } = upload
  const controller = new AbortController()
  state.running.set(key, controller)
  try {
    // Without locks, a second upload of a path is refused by the server.
    await withWebLock(key, { signal: controller.signal }, async () => {
      // Another tab has finished it while this one waited.
      if (upload.onDevice && !hasPending(upload)) return dropUpload(key)
      await send(queries, upload, controller.signal)
    })
  } catch (error) {
    if (controller.signal.aborted) setUpload(key, { status: 'cancelled', progress: 0 })
    else fail(queries, upload, error)
  } finally {
    state.running.delete(key)
    startWaiting(queries)
  }
}

async function send(queries: QueryClient, upload: Upload, signal: AbortSignal): Promise<void> {
  const { key, file, ticketId } = upload
  setUpload(key, { status: 'uploading', progress: 0 })
  const onProgress = (progress: number) => {
    if (!signal.aborted) setUpload(key, { progress })
  }
  const stored = await uploadTo(upload, file, { signal, onProgress })
  state.failures.delete(key)
  forgetOnDevice(upload)
  // A file that was stored despite a late cancel counts as done.
  setUpload(key, { status: 'done', progress: 1 })
  ticketCache(queries, ticketId).patch((before) => ({
    ...before,
    attachments: withAttachment(before.attachments, stored),
  }))
  // The page of a new ticket shows its files until all are done; a comment shows the attachment itself.
  if (upload.commentId !== null) dropUpload(key)
}

const withAttachment = (all: Attachment[], stored: Attachment): Attachment[] =>
  all.some(({ id }) => id === stored.id) ? all : [...all, stored]

/** Removes the durable copy. Only after the record was acknowledged, or when the author gives the file up. */
export function forgetOnDevice(upload: Upload): void {
  erasePending(upload)
  dropMessageFile(upload, upload.index)
}

function fail(queries: QueryClient, { key }: Upload, error: unknown): void {
  setUpload(key, { status: 'failed', progress: 0, error })
  if (!isPassing(error)) return
  const failures = (state.failures.get(key) ?? 0) + 1
  state.failures.set(key, failures)
  setTimeout(() => {
    // Without a network, the connection's return starts it.
    if (getConnection() === 'offline' || findUpload(key)?.status !== 'failed') return
    setUpload(key, { status: 'waiting' })
    startWaiting(queries)
  }, retryDelay(failures))
}

/** Cancels a running or waiting upload. */
export function abortUpload(key: string): void {
  state.running.get(key)?.abort()
  if (findUpload(key)?.status === 'waiting') setUpload(key, { status: 'cancelled' })
}
