import type { Attachment } from 'postal-mime'

export interface MailFile {
  /** Place among the attachments of the mail. */
  index: number
  name: string
  type: string
  size: number
}

export interface RejectedFile {
  name: string
  reason: 'type' | 'size' | 'count' | 'empty'
}

const types = new Map(
  Object.entries({
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
}))
const extensions = new Map([...types].map(([extension, type]) => [type, extension === 'jpeg' ? 'jpg' : extension]))

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte)

/** Whether the first bytes are those of the type: a renamed program is no picture. */
function hasBytesOf(type: string, bytes: Uint8Array): boolean {
  switch (type) {
    case 'image/png':
      return startsWith(bytes, 0x89, 0x50, 0x4e, 0x47)
    case 'image/jpeg':
      return startsWith(bytes, 0xff, 0xd8, 0xff)
    case 'image/gif':
      return startsWith(bytes, 0x47, 0x49, 0x46, 0x38)
    case 'application/pdf':
      return startsWith(bytes, 0x25, 0x50, 0x44, 0x46)
    case 'application/msword':
      return startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)
    case 'text/plain':
      return !bytes.subarray(0, 4096).includes(0)
    default:
      return startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
  }
}

/** Files beyond this number are counted, not named. */
const MAX_NAMES = 30

/** A name without folders, control characters and Markdown. */
export function safeName(name: string | null, fallback: string): string {
  const last = (name ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(/[^\p{L}\p{M}\p{N} ._()+-]/gu, '_')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
    .slice(-100)
  return plain || fallback
}

export const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

/**
 * Splits attachments by the desk's rules on types. Limits on number and size are the workspace's and are applied by the
 * database.
 */
export function sortFiles(attachments: readonly Attachment[]): { files: MailFile[]; rejected: RejectedFile[] } {
  const files: MailFile[] = []
  const rejected: RejectedFile[] = []
  attachments.forEach((attachment, index) => {
    const bytes = bytesOf(attachment)
    const extension = extensions.get(attachment.mimeType)
    let name = safeName(attachment.filename, `file-${index + 1}${extension ? `.${extension}` : ''}`)
    // An inline picture often has a type and no name with an extension.
    if (extension && !/\.[A-Za-z0-9]{1,5}$/.test(name)) name += `.${extension}`
    const type = types.get(/\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
    if (bytes.length === 0) rejected.push({ name, reason: 'empty' })
    else if (!type || !hasBytesOf(type, bytes)) rejected.push({ name, reason: 'type' })
    else if (files.length >= MAX_NAMES) rejected.push({ name, reason: 'count' })
    else files.push({ index, name, type, size: bytes.length })
  })
  if (rejected.length <= MAX_NAMES) return { files, rejected }
  const more = rejected.length - MAX_NAMES
  return { files, rejected: [...rejected.slice(0, MAX_NAMES), { name: `and ${more} more`, reason: 'count' }] }
}
