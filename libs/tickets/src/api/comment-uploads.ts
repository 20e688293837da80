import { atom, getDefaultStore } from 'jotai'
import type { Attachment } from '../model/rows'
import { createUploadQueue, type UploadQueue } from './upload-queue'
import { prepareUpload } from './upload-attachment'

/** Files on their way to a comment, by the comment's id. */
export const commentUploadsAtom = atom<Readonly<Record<string, UploadQueue>>>({})

/** True once nothing of a queue is left to show: every file arrived or was given up. */
const isOver = (queue: UploadQueue): boolean =>
  queue.items().every(({ status }) => status === 'done' || status === 'cancelled')

/** Forgets the uploads of a comment; what is under way is ended. */
export function dropUploads(commentId: string): void {
  const store = getDefaultStore()
  store.get(commentUploadsAtom)[commentId]?.stop()
  store.set(commentUploadsAtom, ({ [commentId]: _over, ...rest }) => rest)
}

/**
 * Uploads the files of a comment. A failure keeps its file in the list, for a retry of that file alone.
 * @param onStored told of every file that arrived
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
    if (isOver(queue)) dropUploads(commentId)
  })
}
