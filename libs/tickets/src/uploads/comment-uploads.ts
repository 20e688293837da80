import { oncePerPage } from '@helpdesk/ui'
import { atom, getDefaultStore } from 'jotai'
import type { Attachment } from '../model/rows'
import { createUploadQueue, type UploadQueue } from './upload-queue'
import { prepareUpload } from '../api/upload-attachment'

/** Upload queues of comments, by the comment's id. */
export const commentUploadsAtom = oncePerPage('comment-uploads@1', () =>
  atom<Readonly<Record<string, UploadQueue>>>({}),
)

/** True once every file of a queue is stored or cancelled. */
const isFinished = (queue: UploadQueue): boolean =>
  queue.items().every(({ status }) => status === 'done' || status === 'cancelled')

/** Cancels and removes the uploads of a comment. */
export function dropUploads(commentId: string): void {
  const store = getDefaultStore()
  store.get(commentUploadsAtom)[commentId]?.stop()
  store.set(commentUploadsAtom, ({ [commentId]: _removed, ...rest }) => rest)
}

/**
 * Uploads the files of a comment. A failed file stays in the list and can be retried alone.
 * @param onStored called for each stored file
 */
export function startUploads(
  ticketId: string,
  commentId: string,
  files: readonly File[],
  onStored: (attachment: Attachment) => void,
): void {
  if (files.length === 0) return
  const queue = createUploadQueue(files, (file) => {
    const upload = prepareUpload(ticketId, file, commentId)
    return async (options) => onStored(await upload(options))
  })
  getDefaultStore().set(commentUploadsAtom, (all) => ({ ...all, [commentId]: queue }))
  queue.subscribe(() => {
    if (isFinished(queue)) dropUploads(commentId)
  })
}
