import type { Attachment } from 'postal-mime'
import { readCalendar } from './calendar.ts'
import { bytesOf, safeName, typeOf } from './files.ts'
import type { Part, PartKind } from './part-kinds.ts'
import * as texts from '../texts.ts'

/** A part as staff see it in a list; it is downloaded from the original. */
export interface PartInfo {
  /** Place among the parts of the mail. */
  index: number
  name: string
  /** As declared. */
  type: string
  size: number
  kind?: PartKind
  /** Subject of a mail, title of an invitation. */
  title?: string
  /** Time of an invitation, with its zone. */
  when?: string
  where?: string
}

type Described = Pick<PartInfo, 'title' | 'when' | 'where'>

/** Parts that are listed; the others are in the original. The list is stored as JSON of at most 128 kB. */
const MAX_PARTS = 200
const MAX_LIST_BYTES = 100_000

const kinds = new Map<string, PartKind>([
  ['message/rfc822', 'mail'],
  ['message/global', 'mail'],
  ['text/calendar', 'calendar'],
  ['application/ics', 'calendar'],
  ['application/pgp-signature', 'signature'],
  ['application/pkcs7-signature', 'signature'],
  ['application/x-pkcs7-signature', 'signature'],
  ['application/pgp-encrypted', 'encrypted'],
])

const armor = '-----BEGIN PGP MESSAGE-----'
const isArmored = (bytes: Uint8Array) =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 200)).trimStart().startsWith(armor)

function kindOf({ mimeType, filename }: Attachment): PartKind | undefined {
  const extension = /\.(eml|ics)$/i.exec(filename ?? '')?.[1]?.toLowerCase()
  return kinds.get(mimeType) ?? (extension === 'eml' ? 'mail' : extension === 'ics' ? 'calendar' : undefined)
}

/** The parts, each with its kind. Those that are empty have none. */
export function markKinds(attachments: readonly Attachment[]): Part[] {
  const isEncrypted = attachments.some(({ mimeType }) => mimeType === 'application/pgp-encrypted')
  return attachments.map((part: Part) => {
    const bytes = bytesOf(part)
    const isSecret = isEncrypted && (part.mimeType === 'application/octet-stream' || isArmored(bytes))
    const kind = part.kind ?? (isSecret ? 'encrypted' : kindOf(part))
    return kind && bytes.length > 0 ? { ...part, kind } : part
  })
}

/** Reads the subject of a raw mail. */
export type ReadSubject = (raw: Uint8Array) => Promise<string>

async function titleOf(part: Part, readSubject: ReadSubject): Promise<Described> {
  const bytes = bytesOf(part)
  if (part.kind === 'mail') return { title: await readSubject(bytes) }
  return (part.kind === 'calendar' && readCalendar(bytes)) || {}
}

const fallbacks: Partial<Record<PartKind, string>> = { mail: 'email.eml', calendar: 'invitation.ics' }
const extensions: Partial<Record<PartKind, string>> = { mail: '.eml' }

/** The name under which a part is saved: that of the mail, else its title. */
export function partName({ filename, kind }: Part, index: number, title = ''): string {
  const extension = (kind && extensions[kind]) ?? ''
  const given = safeName(filename, '') || (title && extension ? safeName(title.slice(0, 80), '') : '')
  const name = given || (kind && fallbacks[kind]) || `file-${index + 1}`
  return name.toLowerCase().endsWith(extension) ? name : `${name}${extension}`
}

const isSame = (a: Described, b: Described) => a.title === b.title && a.when === b.when && a.where === b.where

/** The parts that a person may want to open. */
export async function listParts(parts: readonly Part[], readSubject: ReadSubject): Promise<PartInfo[]> {
  const listed: PartInfo[] = []
  let bytes = 0
  for (const [index, part] of parts.entries()) {
    const { kind, mimeType } = part
    if (listed.length >= MAX_PARTS) break
    if (kind === 'signature' || kind === 'wrapper' || mimeType === 'application/pgp-encrypted') continue
    const found = await titleOf(part, readSubject)
    // Invitations come as an alternative to the text, and once more as a file.
    if (kind === 'calendar' && found.when && listed.some((other) => isSame(other, found))) continue
    const size = bytesOf(part).length
    const info = {
      index,
      name: partName(part, index, found.title),
      type: typeOf(part),
      size,
      ...(kind && { kind }),
      ...found,
    }
    bytes += new TextEncoder().encode(JSON.stringify(info)).length
    if (bytes > MAX_LIST_BYTES) break
    listed.push(info)
  }
  return listed
}

/** What a message says in place of, or above, the text of its mail: the parts that are no files. */
export function withParts(text: string, parts: readonly PartInfo[]): string {
  if (parts.some(({ kind }) => kind === 'encrypted'))
    return [texts.encrypted, text].filter(Boolean).join('\n\n')
  if (text) return text
  return parts
    .slice(0, 10)
    .flatMap(({ kind, title, when, where }) =>
      kind === 'mail'
        ? [texts.attachedMail(title ?? '')]
        : kind === 'calendar'
          ? [texts.invitation(title ?? ''), when ?? '', where ?? ''].filter(Boolean)
          : [],
    )
    .join('\n')
}
