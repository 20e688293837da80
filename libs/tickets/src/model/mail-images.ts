import { previewKind } from './previews'
import type { Attachment } from './rows'

export type MailPart = { kind: 'text'; text: string } | { kind: 'image'; image: Attachment }

/**
 * The text of a received mail, with its pictures where `[image: name]` stands. Marks without such a picture stay text; of two
 * pictures with one name, the first mark shows the first.
 * @param files - of the message, in the order of the mail
 */
export function withImages(text: string, files: readonly Attachment[]): MailPart[] {
  const free = files.filter((file) => previewKind(file) === 'image')
  const parts: MailPart[] = []
  let from = 0
  for (const mark of text.matchAll(/\[image: ([^\]\n]{1,200})\]/g)) {
    const image = free.find(({ file_name }) => file_name === mark[1])
    if (!image) continue
    free.splice(free.indexOf(image), 1)
    const before = text.slice(from, mark.index).trim()
    if (before) parts.push({ kind: 'text', text: before })
    parts.push({ kind: 'image', image })
    from = mark.index + mark[0].length
  }
  const rest = text.slice(from)
  if (from === 0) return [{ kind: 'text', text }]
  return rest.trim() ? [...parts, { kind: 'text', text: rest.trim() }] : parts
}
