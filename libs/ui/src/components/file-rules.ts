import { formatBytes } from './format-bytes'
import * as texts from './file-texts'

/** Limits of an upload. */
export interface FileLimits {
  maxFiles: number
  maxFileBytes: number
}

/** Limits of specification sections 5 and 9. */
export const SPECIFIED_LIMITS: FileLimits = { maxFiles: 5, maxFileBytes: 5 * 1024 * 1024 }

/** The line that states the limits. */
export const limitsText = ({ maxFiles, maxFileBytes }: FileLimits): string =>
  maxFiles === 1
    ? texts.maxOneFile(formatBytes(maxFileBytes))
    : texts.maxFiles(maxFiles, formatBytes(maxFileBytes))

const ACCEPTED_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.gif', '.pdf', '.doc', '.docx', '.txt']

/** Media types for the file dialog, each with its extensions. */
export const ACCEPT: Record<string, string[]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/gif': ['.gif'],
  'application/pdf': ['.pdf'],
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'text/plain': ['.txt'],
}

/** Whether a name has an accepted extension, in any case. True without a name, which files have during a drag. */
export const hasAcceptedExtension = (name: string | undefined): boolean =>
  name === undefined || ACCEPTED_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))

/** The text for a rejection code of react-dropzone; unknown codes keep their message. */
export const rejectionText = (
  code: string,
  message: string,
  minBytes = 0,
  maxBytes = SPECIFIED_LIMITS.maxFileBytes,
): string => {
  if (code === 'file-invalid-type') return texts.fileTypeWrong(ACCEPTED_EXTENSIONS.join(', '))
  if (code === 'file-too-large') return texts.fileTooLarge(formatBytes(maxBytes))
  if (code === 'file-too-small') {
    return minBytes > 1 ? texts.fileTooSmall(formatBytes(minBytes)) : texts.fileEmpty
  }
  if (code === 'too-many-files') return texts.tooManyFiles
  return message
}
