import type { Email } from 'postal-mime'
import { toRecord, toText } from '../../json.ts'
import { ServiceError, type ServiceApi } from '../../service-api.ts'
import { bytesOf } from './files.ts'

/** The same bytes are refused each time, or a repeated delivery finds them attached (409). */
const FINAL = [400, 409, 413, 415, 422]

/**
 * Stores the files of a filed mail and attaches them. Repeating it is harmless. Files that Storage refuses are left out.
 * @param planned - `files` of `receive_mail` or `mail_original`
 * @throws ServiceError
 */
export async function storeFiles(
  api: ServiceApi,
  mailId: string,
  email: Email,
  planned: unknown,
): Promise<void> {
  if (!Array.isArray(planned) || planned.length === 0) return
  for (const entry of planned) {
    const { index, path, type } = toRecord(entry)
    const attachment = email.attachments[Number(index)]
    if (!attachment) continue
    try {
      await api.store('ticket-attachments', toText(path), bytesOf(attachment), toText(type))
    } catch (error) {
      // The mail is in its ticket: finish_mail_files names a file that is not stored there.
      if (!(error instanceof ServiceError) || !FINAL.includes(error.status)) throw error
    }
  }
  await api.rpc('finish_mail_files', { mail_id: mailId })
}

/**
 * Removes originals that no mail names any more.
 * @param paths - `old_originals` of `receive_mail`, which offers them again until they are gone
 * @throws ServiceError
 */
export async function removeOriginals(api: ServiceApi, paths: unknown): Promise<void> {
  if (!Array.isArray(paths) || paths.length === 0) return
  await api.remove('mail-originals', paths.map(toText))
  await api.rpc('forget_originals', { paths })
}
