import { formatBytes } from '@helpdesk/ui/components/format-bytes'
import { CONTENT_TYPES, fileTypesText, SPECIFIED_FILE_TYPES } from './file-types'
import type { FileLimits } from './limits'
import type { Attachment } from './rows'
import * as texts from './upload-texts'

type FileFacts = Pick<File, 'name' | 'size'>

const extensionPattern = /\.[a-z0-9]+$/

/** `.png` for `Photo.PNG`; empty when the name has no extension. */
export const extensionOf = (name: string): string => extensionPattern.exec(name.toLowerCase())?.[0] ?? ''

/** The content type to upload with, derived from the extension. The browser's guess is empty for types that the system does not know. */
export function contentTypeOf(name: string): string {
  const type = extensionOf(name).slice(1)
  return (Object.hasOwn(CONTENT_TYPES, type) && CONTENT_TYPES[type]) || 'application/octet-stream'
}

/** The reason why a file of that size is refused, or null. */
export function sizeRejection({ size }: Pick<File, 'size'>, maxBytes: number): string | null {
  if (size > maxBytes) return texts.fileTooLarge(formatBytes(maxBytes))
  return size < 1 ? texts.fileEmpty : null
}

/** The reason why a file is refused, or null. */
export function attachmentRejection(file: FileFacts, limits: Omit<FileLimits, 'max_files'>): string | null {
  const { max_file_bytes, file_types = SPECIFIED_FILE_TYPES } = limits
  if (!file_types.includes(extensionOf(file.name).slice(1)))
    return texts.fileTypeWrong(fileTypesText(file_types))
  return sizeRejection(file, max_file_bytes)
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

/** How many files count for a ticket's limit: not those of tickets merged into it, nor those of mails that prove nothing. */
export const countedFiles = (
  attachments: readonly Pick<Attachment, 'ticket_id' | 'is_unproven'>[],
  ticketId: string,
): number =>
  attachments.filter(({ ticket_id, is_unproven = false }) => ticket_id === ticketId && !is_unproven).length

/** The stored file name: no folders, no control characters, at most 255 characters including the extension. */
export function recordedFileName(name: string): string {
  const extension = extensionOf(name)
  // eslint-disable-next-line no-control-regex -- they are matched to be removed
  const stem = name.slice(0, name.length - extension.length).replace(/[/\\\u0000-\u001f\u007f-\u009f]/g, '_')
  return `${stem.slice(0, 255 - extension.length) || 'file'}${name.slice(name.length - extension.length)}`
}
