import { FileList } from '@helpdesk/ui'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { commentUploadsAtom, dropUploads } from '../../uploads/comment-uploads'
import type { UploadQueue } from '../../uploads/upload-queue'
import { uploadFailureText } from '../../model/upload-failure'
import * as texts from './texts'

/** Files of a comment that are uploading or failed. */
export function CommentUploads({ commentId }: { commentId: string }) {
  const queue = useAtomValue(commentUploadsAtom, { store: getDefaultStore() })[commentId]
  return queue ? <Uploads queue={queue} onFinished={() => dropUploads(commentId)} /> : null
}

function Uploads({ queue, onFinished }: { queue: UploadQueue; onFinished: () => void }) {
  const items = useSyncExternalStore(queue.subscribe, queue.items)
  const [dismissed, setDismissed] = useState<readonly number[]>([])
  // Stored files are already listed with the comment.
  const open = items.flatMap((item, index) =>
    item.status === 'done' || item.status === 'cancelled' || dismissed.includes(index)
      ? []
      : [{ ...item, index }],
  )
  const at = (position: number) => open[position]?.index ?? -1
  const busy = open.some(({ status }) => status !== 'failed')

  function dismiss(position: number) {
    if (open.length === 1) onFinished()
    else setDismissed([...dismissed, at(position)])
  }

  // Leaving the page would abort the upload, so the browser asks first.
  useEffect(() => {
    if (!busy) return
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmLeaving)
    return () => window.removeEventListener('beforeunload', confirmLeaving)
  }, [busy])

  return (
    <FileList
      label={texts.filesUploading}
      files={open.map(({ file }) => file)}
      uploads={open.map(({ status, progress, error }) => ({
        status,
        progress,
        ...(status === 'failed' && { error: uploadFailureText(error, navigator.onLine) }),
      }))}
      onCancel={(position) => queue.cancel(at(position))}
      onRetry={(position) => queue.retry(at(position))}
      onRemove={dismiss}
    />
  )
}
