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
  const { data, error } = await bucket.createSignedUrl(attachment.storage_path, LINK_SECONDS)
  if (error) throw toAppError(error)
  // The client's own option `download` encodes the name twice, and Storage decodes it once.
  return `${data.signedUrl}&download=${encodeURIComponent(attachment.file_name)}`
}
