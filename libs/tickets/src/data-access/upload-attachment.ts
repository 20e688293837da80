import { loadData, loadStorage, toAppError, ValidationError } from '@helpdesk/supabase'
import { attachmentRejection, contentTypeOf, recordedFileName, storagePath } from '../model/attachments'
import { attachmentSchema, type Attachment } from '../model/rows'
import { ask } from './ask'
import { ticketError } from './ticket-error'

export const ATTACHMENT_BUCKET = 'ticket-attachments'

/** Keeps files that are uploaded in the same millisecond apart, from other people's too. */
const randomSuffix = (): string => crypto.randomUUID().slice(0, 8)

/**
 * Stores a file and writes its record. When the record cannot be written, the stored file is taken away again.
 * @throws AppError `file_required` without a file, a ValidationError when a file breaks a rule, else what the
 * backend refused
 */
export async function uploadAttachment(
  ticketId: string,
  file: File | undefined,
  commentId: string | null = null,
): Promise<Attachment> {
  if (!file) throw ticketError('file_required')
  const reason = attachmentRejection(file)
  if (reason) throw new ValidationError(reason, { code: 'attachment_refused', field: 'attachments' })

  const path = storagePath(ticketId, file.name, new Date(), randomSuffix())
  const contentType = contentTypeOf(file.name)
  const bucket = (await loadStorage()).from(ATTACHMENT_BUCKET)
  // A body of the right type: the browser's own guess may be empty, and the form part carries the Blob's type.
  const body = file.type === contentType ? file : new Blob([file], { type: contentType })
  const stored = await bucket.upload(path, body, { contentType })
  if (stored.error) throw toAppError(stored.error)

  try {
    const data = await loadData()
    return await ask(
      data
        .from('attachments')
        .insert({
          ticket_id: ticketId,
          comment_id: commentId,
          file_name: recordedFileName(file.name),
          file_type: contentType,
          file_size: file.size,
          storage_path: path,
        })
        .select()
        .single(),
      attachmentSchema,
    )
  } catch (error) {
    await bucket.remove([path]).catch(() => undefined)
    throw error
  }
}
