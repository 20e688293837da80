import { formatBytes } from './format-bytes'
import * as texts from './file-texts'

/** Limits of an upload. */
export interface FileLimits {
  maxFiles: number
  maxFileBytes: number
  /** Endings of accepted names, without a dot; those of the specification by default. */
  fileTypes?: readonly string[] | undefined
}

/** Limits of specification sections 5 and 9. */
export const SPECIFIED_LIMITS: FileLimits = { maxFiles: 5, maxFileBytes: 5 * 1024 * 1024 }

/** The line that states the limits. */
export const limitsText = ({ maxFiles, maxFileBytes }: FileLimits): string =>
  maxFiles === 1
    ? texts.maxOneFile(formatBytes(maxFileBytes))
    : texts.maxFiles(maxFiles, formatBytes(maxFileBytes))

const SPECIFIED_TYPES = ['png', 'jpg', 'jpeg', 'gif', 'pdf', 'doc', 'docx', 'txt']

/** Endings of accepted names, with a dot. */
export const extensionsOf = ({ fileTypes = SPECIFIED_TYPES }: FileLimits): string[] =>
  fileTypes.map((type) => `.${type}`)

/** Media types that phones and file dialogs know, by which they offer the camera and pictures. */
const MEDIA_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^\.jpe?g$/, 'image/jpeg'],
  [/^\.(png|gif|webp|heic|heif|bmp)$/, 'image/*'],
  [/^\.pdf$/, 'application/pdf'],
  [/^\.txt$/, 'text/plain'],
]

/** For the file dialog: extensions by media type. */
export function acceptOf(limits: FileLimits): Record<string, string[]> {
  const accept: Record<string, string[]> = {}
  for (const extension of extensionsOf(limits)) {
    const [, found = 'application/octet-stream'] =
      MEDIA_TYPES.find(([pattern]) => pattern.test(extension)) ?? []
    const type = found === 'image/*' ? `image/${extension.slice(1)}` : found
    accept[type] = [...(accept[type] ?? []), extension]
  }
  return accept
}

/** Whether a name has an accepted extension, in any case. True without a name, which files have during a drag. */
export const hasAcceptedExtension = (name: string | undefined, limits: FileLimits): boolean =>
  name === undefined || extensionsOf(limits).some((extension) => name.toLowerCase().endsWith(extension))

/** The text for a rejection code of react-dropzone; unknown codes keep their message. */
export const rejectionText = (
  code: string,
  message: string,
  minBytes = 0,
  limits = SPECIFIED_LIMITS,
): string => {
  if (code === 'file-invalid-type') return texts.fileTypeWrong(extensionsOf(limits).join(', '))
  if (code === 'file-too-large') return texts.fileTooLarge(formatBytes(limits.maxFileBytes))
  if (code === 'file-too-small') {
    return minBytes > 1 ? texts.fileTooSmall(formatBytes(minBytes)) : texts.fileEmpty
  }
  if (code === 'too-many-files') return texts.tooManyFiles
  return message
}
