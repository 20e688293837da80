import { ValidationError } from '@helpdesk/supabase'
import type { QueryClient } from '@helpdesk/ui/query'
import { forgetFiles } from '../api/announce-files'
import { ticketCache } from '../api/get-ticket'
import { uploadPath } from '../api/upload-attachment'
import { recordedFileName } from '../model/attachments'
import type { MissingFile } from '../model/rows'
import * as texts from '../model/upload-texts'
import {
  keepMessageFile,
  keepMessageFiles,
  readMessageFile,
  withUnrecordedFiles,
  type SentMessage,
} from './message-files'
import { abortUpload, forgetOnDevice, isPassing, startWaiting } from './run-uploads'
import { hasPending, pendingFiles, writePending, type PendingFile } from './upload-ledger'
import {
  allUploads,
  changeUploads,
  dropUpload,
  findUpload,
  setUpload,
  toUpload,
  type Upload,
} from './upload-state'

/**
 * Uploads the files of a message that the server has stored. They stay on this device until their records are
 * acknowledged: a page that ends meanwhile leaves them to the next. A failed file stays in the list.
 * @param commentId null for a new ticket
 * @param files stored on this device by `keepMessageFiles`
 */
export function startUploads(
  queries: QueryClient,
  message: SentMessage,
  commentId: string | null,
  files: readonly File[],
): void {
  const added = files.flatMap((file, index) => {
    const pending: PendingFile = {
      ...message,
      index,
      commentId,
      name: file.name,
      path: uploadPath(message.ticketId, file.name),
    }
    // Another attempt to send the same message has added it.
    return hasPending(pending) ? [] : [toUpload(pending, file, writePending(pending))]
  })
  const isKnown = (key: string) => allUploads().some((each) => each.key === key)
  changeUploads((all) => [...all, ...added.filter(({ key }) => !isKnown(key))])
  startWaiting(queries)
}

/** As {@link startUploads}, for files that are not on this device yet. Resolves once they are. */
export async function keepAndUpload(
  queries: QueryClient,
  message: SentMessage,
  commentId: string | null,
  files: readonly File[],
): Promise<void> {
  if (files.length === 0) return
  await withUnrecordedFiles(message.userId, async () => {
    await keepMessageFiles(message, files)
    startUploads(queries, message, commentId, files)
  })
}

const isIdle = ({ onDevice, status }: Upload) => onDevice && (status === 'waiting' || status === 'failed')

/** Goes on with the files of earlier pages and of closed tabs, and with those that failed for a passing reason. */
export async function resumeUploads(queries: QueryClient, userId: string): Promise<void> {
  // Other tabs have finished them, or their author gave them up there.
  changeUploads((all) => all.filter((each) => !isIdle(each) || hasPending(each)))
  for (const { key, status, error } of allUploads())
    if (status === 'failed' && isPassing(error)) setUpload(key, { status: 'waiting' })
  const isKnown = ({ path }: PendingFile) => allUploads().some((each) => each.path === path)
  for (const pending of pendingFiles(userId).filter((each) => !isKnown(each))) {
    const file = await readMessageFile(pending, pending.index)
    if (isKnown(pending) || !hasPending(pending)) continue
    const upload = toUpload(pending, file ?? new File([], pending.name), true)
    changeUploads((all) => [...all, file ? upload : { ...upload, status: 'failed', error: lost() }])
  }
  startWaiting(queries)
}

const lost = () => new ValidationError(texts.uploadFileLost, { code: 'file_lost' })

/** True when this device has lost the file's bytes, so that a retry is pointless. */
export const isLost = ({ error }: Upload): boolean =>
  error instanceof ValidationError && error.code === 'file_lost'

/** Tries a failed or cancelled file again. */
export function retryUpload(queries: QueryClient, key: string): void {
  const upload = findUpload(key)
  if (!upload || (upload.status !== 'failed' && upload.status !== 'cancelled')) return
  // Its copy on the device went when it was cancelled.
  if (upload.status === 'cancelled') void keepMessageFile(upload, upload.index, upload.file)
  setUpload(key, { status: 'waiting', progress: 0, onDevice: writePending(upload) })
  startWaiting(queries)
}

/** Gives up one file, started or not. It stays in the list as cancelled. */
export function cancelUpload(queries: QueryClient, key: string): void {
  const upload = findUpload(key)
  if (!upload) return
  abortUpload(key)
  forgetOnDevice(upload)
  const { requestId, ticketId, name } = upload
  const isOther = (each: MissingFile) => each.request_id !== requestId || each.name !== recordedFileName(name)
  ticketCache(queries, ticketId).patch((before) => ({
    ...before,
    missing_files: before.missing_files?.filter(isOther),
  }))
  // Without an answer, what waits for the file does so a little longer.
  void forgetFiles(requestId, [upload]).catch(() => undefined)
}

/** Gives up a failed file and removes it from the list. */
export function removeUpload(queries: QueryClient, key: string): void {
  cancelUpload(queries, key)
  dropUpload(key)
}
