import { refreshWorkspace, workspaceAtom } from '@helpdesk/auth'
import {
  ask,
  ConflictError,
  ForbiddenError,
  loadData,
  loadStorage,
  NetworkError,
  ValidationError,
} from '@helpdesk/supabase'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { getDefaultStore } from 'jotai'
import {
  attachmentRejection,
  contentTypeOf,
  recordedFileName,
  sizeRejection,
  storagePath,
} from '../model/attachments'
import { SPECIFIED_LIMITS } from '../model/limits'
import { attachmentSchema, type Attachment } from '../model/rows'
import { sendFile, type SendFileOptions } from '../uploads/send-file'
import { ticketError } from './ticket-error'

export const ATTACHMENT_BUCKET = 'ticket-attachments'

// eslint-disable-next-line no-restricted-syntax -- paths end with random characters, so two clocks do not collide
let latest = 0
/** A distinct millisecond per file, so that paths sort in the order in which files were chosen. */
function nextTimestamp(): Date {
  latest = Math.max(serverNow(), latest + 1)
  return new Date(latest)
}

/** Keeps paths unique when two users upload in the same millisecond. */
const randomSuffix = (): string => crypto.randomUUID().slice(0, 8)

/** A new path for a file of a ticket. */
export const uploadPath = (ticketId: string, fileName: string): string =>
  storagePath(ticketId, fileName, nextTimestamp(), randomSuffix())

async function record(row: Omit<Attachment, 'id' | 'uploaded_by' | 'created_at'>): Promise<Attachment> {
  const data = await loadData()
  try {
    return await ask(data.from('attachments').insert(row).select().single(), attachmentSchema)
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== '23505') throw error
    const path = row.storage_path
    return ask(data.from('attachments').select('*').eq('storage_path', path).single(), attachmentSchema)
  }
}

/** Where a file belongs. */
export interface UploadTarget {
  ticketId: string
  /** null for a file of the ticket itself. */
  commentId: string | null
  /** From {@link uploadPath}. */
  path: string
}

/**
 * Uploads a file and records it. Called again with the same path after a failure, it continues where it stopped, also
 * when only the response was lost, so a file is never stored twice.
 * @throws AppError `file_required` without a file, a ValidationError when the file breaks a rule, NetworkError `aborted`
 * when cancelled before the bytes were stored, else the backend's refusal
 */
export async function uploadTo(
  target: UploadTarget,
  file: File | undefined,
  options: SendFileOptions = {},
): Promise<Attachment> {
  if (!file) throw ticketError('file_required')
  // The server decides about the type: an admin may have changed the list since this page was opened.
  const reason = sizeRejection(file, SPECIFIED_LIMITS.max_file_bytes)
  if (reason) throw new ValidationError(reason, { code: 'attachment_refused', field: 'attachments' })
  const { ticketId, commentId, path } = target
  const type = contentTypeOf(file.name)
  const row = {
    ticket_id: ticketId,
    comment_id: commentId,
    file_name: recordedFileName(file.name),
    file_type: type,
    file_size: file.size,
    storage_path: path,
  }
  /** @returns true when an earlier attempt has stored an object at this path */
  const sendBytes = () =>
    sendFile(`${ATTACHMENT_BUCKET}/${path}`, file, type, options).then(
      () => false,
      async (error: unknown) => {
        if (error instanceof ConflictError) return true
        throw await explained(error, file)
      },
    )
  const isOld = await sendBytes()
  try {
    return await record(row).catch(async (error: unknown) => {
      // The object of an attempt that was cut off may lack bytes, and then no record can name it.
      if (!isOld || !(error instanceof ForbiddenError)) throw error
      await discard(path)
      await sendBytes()
      return record(row)
    })
  } catch (error) {
    // Without a response the record may exist, so its bytes stay for the next attempt.
    if (!(error instanceof NetworkError)) await discard(path)
    throw error
  }
}

const discard = async (path: string) =>
  (await loadStorage())
    .from(ATTACHMENT_BUCKET)
    .remove([path])
    .catch(() => undefined)

/** The refusal of a file whose type the workspace does not accept, as the screens say it; other errors stay. */
async function explained(error: unknown, { name, size }: File): Promise<unknown> {
  if (error instanceof NetworkError) return error
  const refusal = () => {
    const { file_types } = getDefaultStore().get(workspaceAtom)
    return attachmentRejection({ name, size }, { ...SPECIFIED_LIMITS, file_types })
  }
  if (!refusal()) return error
  // An admin may have changed the list since it was read.
  await refreshWorkspace(0)
  const reason = refusal()
  return reason ? new ValidationError(reason, { code: 'attachment_refused', field: 'attachments' }) : error
}

/** Uploads a file in a single attempt: see {@link uploadTo}. */
export const uploadAttachment = (
  ticketId: string,
  file: File | undefined,
  commentId: string | null = null,
  options?: SendFileOptions,
): Promise<Attachment> =>
  uploadTo({ ticketId, commentId, path: file ? uploadPath(ticketId, file.name) : '' }, file, options)
