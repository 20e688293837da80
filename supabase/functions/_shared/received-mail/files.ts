import type { Attachment } from 'postal-mime'
import type { Part } from './parts.ts'

export interface MailFile {
  /** Place among the attachments of the mail. */
  index: number
  name: string
  type: string
  size: number
}

export interface RejectedFile extends MailFile {
  /** The type is the mail's word for it. */
  type: string
  reason: 'type' | 'size' | 'count' | 'empty'
  /** Not chosen by the sender, who is not told about it. */
  incidental?: true
}

/** How many more files were left out, beyond those that are named. */
export interface UnnamedFiles {
  more: number
  reason: 'count'
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

/** Accepted files beyond this number are refused here: a ticket takes far fewer. */
const MAX_FILES = 30
/** Left out files beyond these are counted, not named: their names are stored as JSON of at most 64 kB. */
const MAX_NAMES = 200
const MAX_NAME_BYTES = 40_000

/** Keys, cards and reports, which programs add to each mail. */
const addedByPrograms =
  /^(?:application\/(?:pgp-keys|(?:vnd\.)?ms-tnef)|text\/(?:x-amp-html|(?:x-)?vcard)|message\/(?:delivery-status|disposition-notification|feedback-report))$/

/** Logos of signatures are shown in the text and small; a screenshot is larger. */
const MAX_LOGO = 24_576

/** Content-IDs that an HTML names. Read once: a mail may have thousands of files. */
const shownIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/cid:([^\s"'<>)]{1,300})/gi)].map(([, id = '']) => id))

const MAX_NAME = 200

/** A name that is longer than any file system allows is cut between words. */
function shorten(name: string): string {
  if (name.length <= MAX_NAME) return name
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  const start = name.slice(0, MAX_NAME - extension.length - 1)
  const end = start.search(/[ ._()+-][^ ._()+-]{0,60}$/)
  return `${end > 0 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, '')}…${extension}`
}

/** A name without folders, control characters and Markdown. */
export function safeName(name: string | null, fallback: string): string {
  const last = (name ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[^\p{L}\p{M}\p{N} ._()+-]/gu, '_').replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return shorten(plain) || fallback
}

export const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

/** The declared type, if it is one: headers may contain anything. */
export const typeOf = ({ mimeType }: Attachment): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(mimeType) ? mimeType : 'application/octet-stream'

/** The first files whose names fit, and the number of the others. */
function boundNames(rejected: readonly RejectedFile[]): (RejectedFile | UnnamedFiles)[] {
  let bytes = 0
  const named = rejected.filter((file, place) => {
    bytes += new TextEncoder().encode(JSON.stringify(file)).length
    return place < MAX_NAMES && bytes <= MAX_NAME_BYTES
  })
  const more = rejected.length - named.length
  return more > 0 ? [...named, { more, reason: 'count' }] : named
}

/**
 * Splits attachments by the desk's rules on types. Limits on number and size are the workspace's and are applied by the
 * database, which takes the first: logos come last.
 * @param html - of the mail, which shows some of them
 */
export function sortFiles(
  attachments: readonly Part[],
  html = '',
): { files: MailFile[]; rejected: (RejectedFile | UnnamedFiles)[] } {
  const files: (MailFile & { incidental?: true })[] = []
  const rejected: RejectedFile[] = []
  const shown = shownIn(html)
  attachments.forEach((attachment, index) => {
    // Shown by itself, or nothing that its sender attached.
    if (attachment.kind) return
    const bytes = bytesOf(attachment)
    const extension = extensions.get(attachment.mimeType)
    let name = safeName(attachment.filename, `file-${index + 1}${extension ? `.${extension}` : ''}`)
    // An inline picture often has a type and no name with an extension.
    if (extension && !/\.[A-Za-z0-9]{1,5}$/.test(name)) name += `.${extension}`
    const type = types.get(/\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
    const isLogo = bytes.length <= MAX_LOGO && shown.has(attachment.contentId?.replace(/^<|>$/g, '') ?? '')
    const isIncidental = isLogo || addedByPrograms.test(attachment.mimeType)
    const reject = (reason: RejectedFile['reason']) =>
      rejected.push({
        ...{ index, name, type: typeOf(attachment), size: bytes.length, reason },
        ...(isIncidental && { incidental: true }),
      })
    if (bytes.length === 0) reject('empty')
    else if (!type || !hasBytesOf(type, bytes)) reject('type')
    else if (files.length >= MAX_FILES) reject('count')
    else files.push({ index, name, type, size: bytes.length, ...(isIncidental && { incidental: true }) })
  })
  files.sort((a, b) => Number(a.incidental ?? false) - Number(b.incidental ?? false))
  return { files, rejected: boundNames(rejected) }
}
