import type { Attachment } from 'postal-mime'
import { contentTypeOf, extensionFor, extensionOf, hasBytesOf } from './file-types.ts'
import type { Part } from './part-kinds.ts'

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

/** Files beyond these are counted, not named: their names are stored as JSON of at most 64 kB. */
const MAX_NAMES = 200
const MAX_NAME_BYTES = 45_000

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

/**
 * Everything that is no letter, digit or ordinary mark. Left out are control and direction characters, what a folder or a
 * command could be, and what Markdown reads: messages name files that were not attached.
 */
const UNSAFE = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic} ._()+,=&'’‘‚“”„«»‹›–—…%€£¥§°!-]/gu

/** A name without folders, control characters and Markdown. */
export function safeName(name: string | null, fallback: string): string {
  const last = (name ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(UNSAFE, '_').replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return shorten(plain) || fallback
}

export const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

/** The declared type, if it is one: headers may contain anything. */
export const typeOf = ({ mimeType }: Attachment): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(mimeType) ? mimeType : 'application/octet-stream'

const isReadable = (kind: Part['kind']) => kind === 'mail' || kind === 'calendar'

const isIncidental = ({ incidental }: { incidental?: true }) => incidental === true

/** Counts down what a mail may have stored of its files' names. */
function nameBudget(): (file: MailFile) => boolean {
  let [names, bytes] = [0, 0]
  return (file) => {
    names += 1
    bytes += new TextEncoder().encode(JSON.stringify(file)).length
    return names <= MAX_NAMES && bytes <= MAX_NAME_BYTES
  }
}

/**
 * Splits attachments by their bytes: what is not of its type is refused. The types, number and size that the workspace
 * accepts are applied by the database, which takes the first: logos come last.
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
    const { kind } = attachment
    // Nothing that its sender attached. Mails and invitations are shown anyhow, and files where the workspace accepts their type.
    if (kind && !(isReadable(kind) && attachment.filename)) return
    const bytes = bytesOf(attachment)
    const extension = extensionFor(attachment.mimeType)
    const ending = extension && `.${extension}`
    let name = safeName(attachment.filename, `file-${index + 1}${ending}`)
    // An inline picture often has a type and no name with an extension.
    if (extension && !/\.[A-Za-z0-9]{1,5}$/.test(name)) name += ending
    const own = extensionOf(name)
    const type = contentTypeOf(own)
    const isLogo = bytes.length <= MAX_LOGO && shown.has(attachment.contentId?.replace(/^<|>$/g, '') ?? '')
    const mark =
      isLogo || kind || addedByPrograms.test(attachment.mimeType) ? { incidental: true as const } : {}
    const reason = bytes.length === 0 ? 'empty' : own && hasBytesOf(type, bytes) ? null : 'type'
    if (reason) rejected.push({ index, name, type: typeOf(attachment), size: bytes.length, reason, ...mark })
    else files.push({ index, name, type, size: bytes.length, ...mark })
  })
  files.sort((a, b) => Number(isIncidental(a)) - Number(isIncidental(b)))
  const fits = nameBudget()
  const named = { files: files.filter(fits), rejected: rejected.filter(fits) }
  const more = files.length + rejected.length - named.files.length - named.rejected.length
  return more > 0 ? { ...named, rejected: [...named.rejected, { more, reason: 'count' }] } : named
}
