import { formatBytes } from '@helpdesk/ui/components/format-bytes'
import type { Attachment } from './rows'

/** Accepted endings with the content type the bucket expects for each. */
export const ACCEPTED_FILES = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.txt': 'text/plain',
} as const

type FileFacts = Pick<File, 'name' | 'size'>

const extensionPattern = /\.[a-z0-9]+$/

/** `.png` for `Photo.PNG`; empty when the name has no ending. */
export const extensionOf = (name: string): string => extensionPattern.exec(name.toLowerCase())?.[0] ?? ''

const isAcceptedExtension = (extension: string): extension is keyof typeof ACCEPTED_FILES =>
  Object.hasOwn(ACCEPTED_FILES, extension)

/**
 * The content type to upload with. It follows the ending, not what the browser guessed: browsers leave it
 * empty for endings that the system does not know, and the bucket refuses what is not on its list.
 */
export function contentTypeOf(name: string): string {
  const extension = extensionOf(name)
  return isAcceptedExtension(extension) ? ACCEPTED_FILES[extension] : 'application/octet-stream'
}

/** Why a file is refused, or null. `maxBytes` is the workspace's limit per file. */
export function attachmentRejection(file: FileFacts, maxBytes: number): string | null {
  if (!isAcceptedExtension(extensionOf(file.name)))
    return `File type must be one of ${Object.keys(ACCEPTED_FILES).join(', ')}`
  if (file.size > maxBytes) return `File is too large: the limit is ${formatBytes(maxBytes)}`
  if (file.size < 1) return 'File is too small: it is empty'
  return null
}

/**
 * The object path of a file: `{ticket_id}/{timestamp}.{ext}`.
 * @param suffix keeps two files of the same millisecond apart
 */
export function storagePath(ticketId: string, fileName: string, now: Date, suffix = ''): string {
  const unique = suffix ? `${now.getTime()}-${suffix}` : String(now.getTime())
  return `${ticketId}/${unique}${extensionOf(fileName)}`
}

/** When a file was chosen, by the clock of its path; records are written as uploads end, in any order. */
const chosenAt = ({ storage_path, created_at }: Pick<Attachment, 'storage_path' | 'created_at'>): number =>
  Number(/\/(\d{12,})/.exec(storage_path)?.[1] ?? Date.parse(created_at))

/** The files in the order in which they were chosen. */
export const inChosenOrder = <File extends Pick<Attachment, 'storage_path' | 'created_at'>>(
  attachments: readonly File[],
): File[] => [...attachments].sort((one, other) => chosenAt(one) - chosenAt(other))

/** The name to keep on record: no folders, no control characters, at most 255 characters with its ending. */
export function recordedFileName(name: string): string {
  const extension = extensionOf(name)
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  const stem = name.slice(0, name.length - extension.length).replace(/[/\\\u0000-\u001f\u007f-\u009f]/g, '_')
  return `${stem.slice(0, 255 - extension.length) || 'file'}${name.slice(name.length - extension.length)}`
}
