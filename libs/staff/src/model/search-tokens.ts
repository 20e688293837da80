/** Filters that can be typed into the search box, such as `status:open`. */
export const SEARCH_KEYS = ['status', 'priority', 'from', 'assigned', 'tag', 'before', 'after', 'is'] as const
export type SearchKey = (typeof SEARCH_KEYS)[number]

/** A word, quoted phrase or filter of a search text. */
export interface SearchToken {
  /** Position of its first character, and the one after its last. */
  start: number
  end: number
  /** null for words to search for. */
  key: SearchKey | null
  /** The value of a filter without quotation marks; the raw text of a word. */
  value: string
  /** A quotation mark is open until the end of the text. */
  unclosed: boolean
}

const QUOTE = '"'
const isSpace = (character: string | undefined): boolean => character !== undefined && character.trim() === ''

/** The filter that starts at `start`, as in `Status:`; null for other words. */
function keyAt(text: string, start: number): SearchKey | null {
  const colon = text.indexOf(':', start)
  const name = text.slice(start, colon).toLowerCase()
  return colon < 0 ? null : (SEARCH_KEYS.find((key) => key === name) ?? null)
}

function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length && !isSpace(text[end])) end++
  return end
}

/** Splits a search text at spaces outside of quotation marks. Only a leading quotation mark opens a phrase. */
export function searchTokens(text: string): SearchToken[] {
  const tokens: SearchToken[] = []
  let start = 0
  while (start < text.length) {
    if (isSpace(text[start])) {
      start++
      continue
    }
    const key = keyAt(text, start)
    const from = key ? start + key.length + 1 : start
    const isQuoted = text[from] === QUOTE
    const close = isQuoted ? text.indexOf(QUOTE, from + 1) : -1
    const unclosed = isQuoted && close < 0
    // A word such as 5" has no phrase after it: only a filter needs the closing mark.
    const end = close >= 0 ? close + 1 : unclosed && key ? text.length : endOfWord(text, from)
    const value = !key
      ? text.slice(start, end)
      : isQuoted
        ? text.slice(from + 1, close < 0 ? end : close)
        : text.slice(from, end)
    tokens.push({ start, end, key, value: key ? value.trim() : value, unclosed: unclosed && key !== null })
    start = end
  }
  return tokens
}

/** Writes a filter, in quotation marks when its value has spaces: `assigned:"Jun Takahashi"`. */
export function filterText(key: SearchKey, value: string): string {
  const plain = value.replaceAll(QUOTE, '')
  return [...plain].some(isSpace) ? `${key}:${QUOTE}${plain}${QUOTE}` : `${key}:${plain}`
}
