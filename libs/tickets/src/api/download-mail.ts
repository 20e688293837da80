import { openFunction } from '@helpdesk/supabase'
import { saveFile } from './save-file'

/** The name in `Content-Disposition`, which the function always writes in the form of RFC 8187. */
function nameIn(header: string | null): string {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(header ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : 'email.eml'
}

/**
 * Downloads the original of a received mail, or a part of it; for staff.
 * @param part - the path to the part; empty for the original
 * @throws AppError
 */
export async function downloadMail(mailId: string, part: readonly number[]): Promise<void> {
  const body = { action: 'download', mailId, part }
  const response = await openFunction('staff-mail', body, { accept: 'application/octet-stream' })
  // Of a type that no browser shows, whatever it is.
  const file = new Blob([await response.arrayBuffer()], { type: 'application/octet-stream' })
  saveFile(file, nameIn(response.headers.get('content-disposition')))
}
