import { useAuth } from '@helpdesk/auth'
import { Box, Button, ClockIcon, FileList, Flex, toast } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { getDefaultStore, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { forgetFiles } from '../../api/announce-files'
import { useTicketCache } from '../../api/get-ticket'
import { failureText } from '../../model/errors'
import type { MissingFile } from '../../model/rows'
import { uploadFailureText } from '../../model/upload-failure'
import { uploadsAtom, type Upload } from '../../uploads/upload-state'
import { cancelUpload, isLost, removeUpload, retryUpload } from '../../uploads/uploads'
import { useConfirmLeaving } from '../../uploads/use-confirm-leaving'
import { LineIcon } from '../LineIcon'
import * as texts from './texts'

interface PendingFilesProps {
  ticketId: string
  /** null for the ticket's own files. */
  commentId: string | null
  /** What the server knows to be missing. */
  missing: readonly MissingFile[]
  /** The reader wrote the message. */
  isOwn: boolean
}

/** The files of a message that are not stored yet: on this device waiting, uploading or failed, or announced elsewhere. */
export function PendingFiles({ ticketId, commentId, missing, isOwn }: PendingFilesProps) {
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
  if (uploads.length > 0) return <Uploads uploads={uploads} />
  return missing.length > 0 ? <Announced ticketId={ticketId} missing={missing} isOwn={isOwn} /> : null
}

/** Files on another device, or on one that has lost them. Their author can give them up. */
function Announced({ ticketId, missing, isOwn }: Pick<PendingFilesProps, 'ticketId' | 'missing' | 'isOwn'>) {
  const cache = useTicketCache(ticketId)
  async function giveUp() {
    const requestId = missing[0]?.request_id ?? ''
    try {
      await forgetFiles(requestId, missing)
      await cache.refetch()
    } catch (error) {
      toast({ type: 'error', title: texts.notDiscarded, description: failureText(error) })
    }
  }
  return (
    <Count count={missing.length} names={missing.map(({ name }) => name)}>
      {isOwn && (
        <Button size="sm" variant="ghost" onClick={() => void giveUp()}>
          {texts.discardFiles(missing.length)}
        </Button>
      )}
    </Count>
  )
}

interface CountProps {
  count: number
  names?: readonly string[]
  children?: ReactNode
}

const Count = ({ count, names = [], children }: CountProps) => (
  <Flex
    role="status"
    alignItems="flex-start"
    wrap="wrap"
    columnGap="1.5"
    color="fg.muted"
    fontSize="sm"
    marginTop="2"
  >
    <LineIcon>
      <ClockIcon size={14} />
    </LineIcon>
    <Box flex="1 1 14rem" minWidth="0" overflowWrap="anywhere">
      {texts.notUploadedYet(count)}
      {names.length > 0 && `: ${names.join(', ')}`}
    </Box>
    {children}
  </Flex>
)

function Uploads({ uploads }: { uploads: readonly Upload[] }) {
  useConfirmLeaving(uploads.some(({ status }) => status !== 'failed'))
  return (
    <>
      <Count count={uploads.length} />
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
      onCancel={(position) => cancelUpload(queries, keyAt(position))}
      {...(!isFinal && { onRetry: (position) => retryUpload(queries, keyAt(position)) })}
      onRemove={(position) => removeUpload(queries, keyAt(position))}
    />
  )
}
