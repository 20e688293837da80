import type { Email } from 'postal-mime'
import { readCms } from './cms.ts'
import { bytesOf } from './files.ts'
import { htmlToText } from '../html/html.ts'
import type { Part, PartKind } from './part-kinds.ts'
import { readTnef, type Tnef } from './tnef.ts'

/** Wrappers of one mail that are unpacked. */
const MAX_WRAPPERS = 5
/** Signed mails within one another. */
const MAX_DEPTH = 3

type Unpacked = Email & { attachments: Part[]; isBroken?: boolean }
export type ReadMail = (raw: Uint8Array, depth: number) => Promise<Unpacked>

const isSmime = ({ mimeType, filename }: Part) =>
  /^application\/(?:x-)?pkcs7-mime$/.test(mimeType) ||
  (mimeType === 'application/octet-stream' && /^smime\.p7m$/i.test(filename ?? ''))
const isWinmail = ({ mimeType, filename }: Part) =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(mimeType) || /^winmail\.dat$/i.test(filename ?? '')

/** The text of the wrapper, such as the footer of a list, goes below that of its content. */
function addText(email: Email, { text = '', html = '' }: Pick<Email, 'text' | 'html'>): void {
  const outer = email.text?.trim() ?? ''
  const inner = text.trim() || (outer && html ? htmlToText(html) : '')
  if (inner) email.text = [inner, outer].filter(Boolean).join('\n\n')
  if (html) email.html = html
}

/** The files of a message of Outlook as parts of the mail. */
const partsOf = (files: Tnef['files']): Part[] =>
  files.map(({ name, type, content, contentId }) => ({
    ...{ filename: name, mimeType: type, disposition: 'attachment', content },
    ...(contentId && { contentId: `<${contentId}>` }),
  }))

/**
 * The mail with what its wrappers hold: a signed mail in a mail of S/MIME, and the files of Outlook's `winmail.dat`. Parts keep their
 * places; those that are found within follow them.
 */
export async function unpack(email: Email, read: ReadMail, depth: number): Promise<Unpacked> {
  const unpacked: Unpacked = { ...email, attachments: [...email.attachments] }
  const mark = (index: number, part: Part, kind: PartKind) =>
    (unpacked.attachments[index] = { ...part, kind })
  let count = 0
  for (const [index, part] of email.attachments.entries()) {
    if (!isSmime(part) && !isWinmail(part)) continue
    if ((count += 1) > MAX_WRAPPERS) break
    if (isSmime(part)) {
      const cms = readCms(bytesOf(part))
      if (cms?.kind === 'encrypted') mark(index, part, 'encrypted')
      if (cms?.kind !== 'signed' || depth >= MAX_DEPTH) continue
      const inner = await read(cms.content, depth + 1)
      if (inner.isBroken) continue
      mark(index, part, 'wrapper')
      addText(unpacked, inner)
      unpacked.attachments.push(...inner.attachments)
      continue
    }
    const tnef = readTnef(bytesOf(part))
    if (!tnef) continue
    mark(index, part, 'wrapper')
    // The mail's own text is the same, and better.
    if (!unpacked.text?.trim() && !unpacked.html) addText(unpacked, tnef)
    unpacked.attachments.push(...partsOf(tnef.files))
  }
  return unpacked
}
