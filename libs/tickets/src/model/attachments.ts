import { formatBytes } from '@helpdesk/ui/components/format-bytes'
import type { Attachment } from './rows'
import * as texts from './upload-texts'

/** Accepted extensions, each with the content type that the bucket expects. */
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

/** `.png` for `Photo.PNG`; empty when the name has no extension. */
export const extensionOf = (name: string): string => extensionPattern.exec(name.toLowerCase())?.[0] ?? ''

const isAcceptedExtension = (extension: string): extension is keyof typeof ACCEPTED_FILES =>
  Object.hasOwn(ACCEPTED_FILES, extension)

/**
 * The content type to upload with, derived from the extension. The browser's guess is empty for extensions that the
 * system does not know, and the bucket refuses types that are not on its list.
 */
export function contentTypeOf(name: string): string {
  const extension = extensionOf(name)
  return isAcceptedExtension(extension) ? ACCEPTED_FILES[extension] : 'application/octet-stream'
}

/** The reason why a file is refused, or null. `maxBytes` is the workspace's limit per file. */
export function attachmentRejection(file: FileFacts, maxBytes: number): string | null {
  if (!isAcceptedExtension(extensionOf(file.name)))
    return texts.fileTypeWrong(Object.keys(ACCEPTED_FILES).join(', '))
  if (file.size > maxBytes) return texts.fileTooLarge(formatBytes(maxBytes))
  if (file.size < 1) return texts.fileEmpty
  return null
}

/**
 * The object path of a file: `{ticket_id}/{timestamp}.{ext}`.
 * @param suffix distinguishes files of the same millisecond
 */
export function storagePath(ticketId: string, fileName: string, now: Date, suffix = ''): string {
  const unique = suffix ? `${now.getTime()}-${suffix}` : String(now.getTime())
  return `${ticketId}/${unique}${extensionOf(fileName)}`
}

/** When a file was chosen, read from its path: `created_at` only says when its upload ended. */
const chosenAt = ({ storage_path, created_at }: Pick<Attachment, 'storage_path' | 'created_at'>): number =>
  Number(/\/(\d{12,})/.exec(storage_path)?.[1] ?? Date.parse(created_at))

/** The files in the order in which they were chosen. */
export const inChosenOrder = <File extends Pick<Attachment, 'storage_path' | 'created_at'>>(
  attachments: readonly File[],
): File[] => [...attachments].sort((one, other) => chosenAt(one) - chosenAt(other))

/** The stored file name: no folders, no control characters, at most 255 characters including the extension. */
export function recordedFileName(name: string): string {
  const extension = extensionOf(name)
  // eslint-disable-next-line no-control-regex -- they are matched to be removed
  const stem = name.slice(0, name.length - extension.length).replace(/[/\\\u0000-\u001f\u007f-\u009f]/g, '_')
  return `${stem.slice(0, 255 - extension.length) || 'file'}${name.slice(name.length - extension.length)}`
}
