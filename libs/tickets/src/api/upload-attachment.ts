import { ask, ConflictError, loadData, loadStorage, NetworkError, ValidationError } from '@helpdesk/supabase'
import { attachmentRejection, contentTypeOf, recordedFileName, storagePath } from '../model/attachments'
import { SPECIFIED_LIMITS } from '../model/limits'
import { attachmentSchema, type Attachment } from '../model/rows'
import { sendFile, type SendFileOptions } from '../uploads/send-file'
import { ticketError } from './ticket-error'

export const ATTACHMENT_BUCKET = 'ticket-attachments'

// eslint-disable-next-line no-restricted-syntax -- paths end with random characters, so two clocks do not collide
let latest = 0
/** A distinct millisecond per file, so that paths sort in the order in which files were chosen. */
function nextTimestamp(): Date {
  latest = Math.max(Date.now(), latest + 1)
  return new Date(latest)
}

/** Keeps paths unique when two users upload in the same millisecond. */
const randomSuffix = (): string => crypto.randomUUID().slice(0, 8)

/** The path is unique to this upload, so an existing object is the same file from an earlier attempt. */
const ignoreExisting = (error: unknown): undefined => {
  if (error instanceof ConflictError) return undefined
  throw error
}

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

/**
 * Prepares the upload of one file: a function that stores the bytes and the record. Calling it again after a failure
 * continues where it stopped, also when only the response was lost, so a file is never stored twice.
 * @param commentId the comment that the file belongs to; null for the ticket itself
 * @returns the upload. It throws AppError `file_required` without a file, a ValidationError when the file breaks a
 * rule, NetworkError `aborted` when cancelled before the bytes were stored, else the backend's refusal
 */
export function prepareUpload(ticketId: string, file: File | undefined, commentId: string | null = null) {
  const path = file ? storagePath(ticketId, file.name, nextTimestamp(), randomSuffix()) : ''

  return async (options: SendFileOptions = {}): Promise<Attachment> => {
    if (!file) throw ticketError('file_required')
    const reason = attachmentRejection(file, SPECIFIED_LIMITS.max_file_bytes)
    if (reason) throw new ValidationError(reason, { code: 'attachment_refused', field: 'attachments' })

    const contentType = contentTypeOf(file.name)
    await sendFile(`${ATTACHMENT_BUCKET}/${path}`, file, contentType, options).catch(ignoreExisting)
    try {
      return await record({
        ticket_id: ticketId,
        comment_id: commentId,
        file_name: recordedFileName(file.name),
        file_type: contentType,
        file_size: file.size,
        storage_path: path,
      })
    } catch (error) {
      // Without a response the record may exist, so its bytes stay for the next attempt.
      if (!(error instanceof NetworkError)) await discard(path)
      throw error
    }
  }
}

const discard = async (path: string) =>
  (await loadStorage())
    .from(ATTACHMENT_BUCKET)
    .remove([path])
    .catch(() => undefined)

/** Uploads a file in a single attempt: see {@link prepareUpload}. */
export const uploadAttachment = (
  ticketId: string,
  file: File | undefined,
  commentId: string | null = null,
  options?: SendFileOptions,
): Promise<Attachment> => prepareUpload(ticketId, file, commentId)(options)
