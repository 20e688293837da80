import { loadStorage, toAppError } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import type { Attachment } from '../model/rows'
import { ticketKeys } from './keys'
import { ATTACHMENT_BUCKET } from './upload-attachment'

/** Reads the bytes of a file for its preview. @throws AppError */
export async function readAttachment(attachment: Pick<Attachment, 'storage_path'>): Promise<Blob> {
  const bucket = (await loadStorage()).from(ATTACHMENT_BUCKET)
  // Also files stored with an hour's lifetime are asked for again: another account may have read them on this device.
  const { data, error } = await bucket.download(attachment.storage_path, {}, { cache: 'no-cache' })
  if (error) throw toAppError(error)
  return data
}

/** The bytes of one file, read once and only when `enabled`. */
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
