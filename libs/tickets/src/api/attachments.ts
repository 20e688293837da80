import { ask, loadData, loadStorage, toAppError, z } from '@helpdesk/supabase'
import { useCommand, useQuery } from '@helpdesk/ui/query'
import { attachmentSchema, type Attachment } from '../model/rows'
import { useTicketCache } from './get-ticket'
import { ticketKeys } from './keys'
import { ticketError } from './ticket-error'
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

/** The bytes of a file, for showing it in the page. @throws AppError */
export async function readAttachment(attachment: Pick<Attachment, 'storage_path'>): Promise<Blob> {
  const bucket = (await loadStorage()).from(ATTACHMENT_BUCKET)
  const { data, error } = await bucket.download(attachment.storage_path)
  if (error) throw toAppError(error)
  return data
}

/** The bytes of one file, read once; `enabled` holds them back until it is shown. */
export function useAttachmentFile(attachment: Attachment, enabled: boolean) {
  return useQuery({
    queryKey: ticketKeys.file(attachment.id),
    queryFn: () => readAttachment(attachment),
    enabled,
    // A stored file never changes.
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
}

/**
 * Deletes a file of a ticket: its record, then its bytes. Storage keeps the bytes for as long as a record names them,
 * and once the record is gone nobody else reads them: a failure to remove them is logged only.
 * @throws AppError `attachment_not_found` when it does not exist or is not the caller's to delete
 */
export async function deleteAttachment(attachmentId: string): Promise<void> {
  const attachments = (await loadData()).from('attachments')
  const [record] = await ask(
    attachments.delete().eq('id', attachmentId).select('*'),
    z.array(attachmentSchema),
  )
  if (!record) throw ticketError('attachment_not_found')
  const { error } = await (await loadStorage()).from(ATTACHMENT_BUCKET).remove([record.storage_path])
  if (error) console.error('The bytes of a deleted file were not removed', error)
}

/** Deleting a file of one ticket; the open page drops it at once. */
export function useDeleteAttachment(ticketId: string) {
  const cache = useTicketCache(ticketId)
  return useCommand({
    mutationKey: ['delete-attachment'],
    mutationFn: deleteAttachment,
    onSuccess: (_gone, attachmentId) =>
      cache.patch((detail) => ({
        ...detail,
        attachments: detail.attachments.filter(({ id }) => id !== attachmentId),
      })),
  })
}
