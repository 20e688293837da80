/** A stretch of text. */
export interface MarkedPart {
  text: string
  hit: boolean
}

const HIT_START = '\uE000'
const HIT_END = '\uE001'
/** Characters kept before the first hit, so that the hit shows on a short line. */
const LEAD_MAX = 40

/** Splits a text into its hits, which lie between U+E000 and U+E001, and the text around them. */
export function markedParts(marked: string): MarkedPart[] {
  const [before = '', ...rest] = marked.split(HIT_START)
  const parts: MarkedPart[] = [{ text: before.replaceAll(HIT_END, ''), hit: false }]
  for (const each of rest) {
    const end = each.indexOf(HIT_END)
    // A hit without an end reaches to the next one.
    const at = end < 0 ? each.length : end
    parts.push(
      { text: each.slice(0, at), hit: true },
      { text: each.slice(at + 1).replaceAll(HIT_END, ''), hit: false },
    )
  }
  return parts.filter(({ text }) => text !== '')
}

/** Shortens a long text before the first hit, at a word: `… the last words before the hit`. */
export function withShortLead(parts: readonly MarkedPart[]): MarkedPart[] {
  const [lead, ...rest] = parts
  if (!lead || lead.hit || rest.length === 0 || lead.text.length <= LEAD_MAX) return [...parts]
  const end = lead.text.slice(-LEAD_MAX)
  const space = end.indexOf(' ')
  // A word longer than the lead is cut.
  const text = space < 0 || space === end.length - 1 ? end : end.slice(space + 1)
  return [{ text: `… ${text}`, hit: false }, ...rest]
}
