import { FileList } from '@helpdesk/ui'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { commentUploadsAtom, dropUploads } from '../../api/comment-uploads'
import type { UploadQueue } from '../../api/upload-queue'
import { uploadFailureText } from '../../model/upload-failure'

/** Files of a comment that are uploading or failed; nothing once all are stored. */
export function CommentUploads({ commentId }: { commentId: string }) {
  const queue = useAtomValue(commentUploadsAtom, { store: getDefaultStore() })[commentId]
  return queue ? <Uploads queue={queue} onOver={() => dropUploads(commentId)} /> : null
}

function Uploads({ queue, onOver }: { queue: UploadQueue; onOver: () => void }) {
  const items = useSyncExternalStore(queue.subscribe, queue.items)
  const [givenUp, setGivenUp] = useState<readonly number[]>([])
  // Stored files are already listed with the comment.
  const open = items.flatMap((item, index) =>
    item.status === 'done' || item.status === 'cancelled' || givenUp.includes(index)
      ? []
      : [{ ...item, index }],
  )
  const at = (position: number) => open[position]?.index ?? -1
  const busy = open.some(({ status }) => status !== 'failed')

  function giveUp(position: number) {
    if (open.length === 1) onOver()
    else setGivenUp([...givenUp, at(position)])
  }

  // Leaving the product now would end the upload; the browser asks.
  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [busy])

  return (
    <FileList
      label="Files being uploaded"
      files={open.map(({ file }) => file)}
      uploads={open.map(({ status, progress, error }) => ({
        status,
        progress,
        ...(status === 'failed' && { error: uploadFailureText(error, navigator.onLine) }),
      }))}
      onCancel={(position) => queue.cancel(at(position))}
      onRetry={(position) => queue.retry(at(position))}
      onRemove={giveUp}
    />
  )
}
