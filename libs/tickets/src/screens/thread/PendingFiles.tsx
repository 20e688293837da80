import { useAuth } from '@helpdesk/auth'
import { ClockIcon, FileList, Flex } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { getDefaultStore, useAtomValue } from 'jotai'
import { uploadFailureText } from '../../model/upload-failure'
import { uploadsAtom, type Upload } from '../../uploads/upload-state'
import { cancelUpload, isLost, removeUpload, retryUpload } from '../../uploads/uploads'
import { useConfirmLeaving } from '../../uploads/use-confirm-leaving'
import * as texts from './texts'

interface PendingFilesProps {
  ticketId: string
  /** null for the ticket's own files. */
  commentId: string | null
}

/** The author's files of a message that are not stored yet: waiting, uploading or failed. */
export function PendingFiles({ ticketId, commentId }: PendingFilesProps) {
  const me = useAuth().user?.id
  const uploads = useAtomValue(uploadsAtom, { store: getDefaultStore() }).filter(
    (each) =>
      each.ticketId === ticketId &&
      each.commentId === commentId &&
      each.userId === me &&
      // Stored files are listed with the message.
      each.status !== 'done' &&
      each.status !== 'cancelled',
  )
  return uploads.length > 0 ? <Uploads uploads={uploads} /> : null
}

function Uploads({ uploads }: { uploads: readonly Upload[] }) {
  useConfirmLeaving(uploads.some(({ status }) => status !== 'failed'))
  return (
    <>
      <Flex role="status" alignItems="center" gap="1.5" color="fg.muted" fontSize="sm" marginTop="2">
        <ClockIcon size={14} />
        {texts.notUploadedYet(uploads.length)}
      </Flex>
      <UploadList uploads={uploads.filter((each) => !isLost(each))} label={texts.filesUploading} />
      <UploadList uploads={uploads.filter(isLost)} label={texts.filesLost} isFinal />
    </>
  )
}

interface UploadListProps {
  uploads: readonly Upload[]
  label: string
  /** A retry is pointless. */
  isFinal?: boolean
}

function UploadList({ uploads, label, isFinal = false }: UploadListProps) {
  const queries = useQueryClient()
  const keyAt = (position: number) => uploads[position]?.key ?? ''
  return (
    <FileList
      label={label}
      files={uploads.map(({ file }) => file)}
      uploads={uploads.map(({ status, progress, error }) => ({
        status,
        progress,
        ...(status === 'failed' && { error: uploadFailureText(error, navigator.onLine) }),
      }))}
      onCancel={(position) => cancelUpload(keyAt(position))}
      {...(!isFinal && { onRetry: (position) => retryUpload(queries, keyAt(position)) })}
      onRemove={(position) => removeUpload(keyAt(position))}
    />
  )
}
