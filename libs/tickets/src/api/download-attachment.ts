import { loadStorage, toAppError } from '@helpdesk/supabase'
import type { Attachment } from '../model/rows'
import { ATTACHMENT_BUCKET } from './upload-attachment'

/** Lifetime of a download link: long enough to click, too short to share. */
const LINK_SECONDS = 60

/** Creates a link that downloads the file under its own name for one minute. @throws AppError */
export async function getDownloadUrl(
  attachment: Pick<Attachment, 'storage_path' | 'file_name'>,
): Promise<string> {
  const bucket = (await loadStorage()).from(ATTACHMENT_BUCKET)
  const { data, error } = await bucket.createSignedUrl(attachment.storage_path, LINK_SECONDS, {
    download: attachment.file_name,
  })
  if (error) throw toAppError(error)
  return data.signedUrl
}
