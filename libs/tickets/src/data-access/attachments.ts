import { loadData, loadStorage, toAppError } from '@helpdesk/supabase'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { attachmentSchema, type Attachment } from '../model/rows'
import { ask } from './ask'
import { uploadFiles } from './create-ticket'
import { ticketKeys } from './keys'
import { ATTACHMENT_BUCKET } from './upload-attachment'

/** Seconds that a download link stays good: long enough to click, too short to pass around. */
const LINK_SECONDS = 60

/** A link under which the file can be downloaded with its own name for a minute. @throws AppError */
export async function attachmentUrl(
  attachment: Pick<Attachment, 'storage_path' | 'file_name'>,
): Promise<string> {
  const bucket = (await loadStorage()).from(ATTACHMENT_BUCKET)
  const { data, error } = await bucket.createSignedUrl(attachment.storage_path, LINK_SECONDS, {
    download: attachment.file_name,
  })
  if (error) throw toAppError(error)
  return data.signedUrl
}

/** Reads the record, removes the file, then deletes the record. @throws AppError */
export async function deleteAttachment(attachmentId: string): Promise<void> {
  const data = await loadData()
  const record = await ask(
    data.from('attachments').select('*').eq('id', attachmentId).single(),
    attachmentSchema,
  )
  const removed = await (await loadStorage()).from(ATTACHMENT_BUCKET).remove([record.storage_path])
  if (removed.error) throw toAppError(removed.error)
  await ask(
    data.from('attachments').delete().eq('id', attachmentId).select('id').single(),
    z.object({ id: z.string() }),
  )
}

/** Uploading to and deleting from one ticket; the open detail is read again afterwards. */
export function useAttachmentCommands(ticketId: string) {
  const queries = useQueryClient()
  const onSettled = () => void queries.invalidateQueries({ queryKey: ticketKeys.detail(ticketId) })
  return {
    upload: useMutation({ mutationFn: (files: readonly File[]) => uploadFiles(ticketId, files), onSettled }),
    remove: useMutation({ mutationFn: deleteAttachment, onSettled }),
  }
}
