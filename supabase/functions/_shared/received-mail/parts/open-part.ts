import { bytesOf } from './files.ts'
import { readMail, readSubject } from '../parse.ts'
import { listParts, partName } from './parts.ts'
import { showMail, type ShownMail } from '../show.ts'

/** Mails within one another that are opened, and the file in the innermost one. */
export const MAX_DEPTH = 5

export interface OpenedPart {
  name: string
  isMail: boolean
  bytes: Uint8Array
}

const [LF, CR] = [10, 13]

/** The mail with the line ends of mails: the parser gives text with bare ones. */
function withLineEnds(bytes: Uint8Array): Uint8Array {
  if (bytes.includes(CR)) return bytes
  const lines = bytes.reduce((count, byte) => count + Number(byte === LF), 0)
  const whole = new Uint8Array(bytes.length + lines)
  let at = 0
  for (const byte of bytes) {
    if (byte === LF) whole[at++] = CR
    whole[at++] = byte
  }
  return whole
}

/**
 * The part at the end of a path.
 * @param path - places among the parts of the mail, of the mail in it, and so on
 */
export async function openPart(raw: Uint8Array, path: readonly number[]): Promise<OpenedPart | undefined> {
  let opened: OpenedPart = { name: '', isMail: true, bytes: raw }
  for (const index of path.slice(0, MAX_DEPTH + 1)) {
    if (!opened.isMail) return undefined
    const { attachments } = await readMail(opened.bytes)
    const part = attachments[index]
    if (!part) return undefined
    const [info] = part.kind === 'mail' ? await listParts([part], readSubject) : []
    opened = { name: partName(part, index, info?.title), isMail: part.kind === 'mail', bytes: bytesOf(part) }
  }
  return opened.isMail ? { ...opened, bytes: withLineEnds(opened.bytes) } : opened
}

/** A mail in the mail, as staff may look at it; undefined when there is none at that place. */
export async function showPart(raw: Uint8Array, path: readonly number[]): Promise<ShownMail | undefined> {
  const opened = path.length <= MAX_DEPTH ? await openPart(raw, path) : undefined
  return opened?.isMail ? showMail(opened.bytes) : undefined
}
