/** Changes between writing from the left and from the right; a mail of a hundred pages in two languages has fewer. */
const MAX_CHANGES = 10_000

const RIGHT_TO_LEFT =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}'
/** Tags, which have no direction; the marks that change it; letters of each direction. */
const piece = new RegExp(
  `<[^<>]*>|([\\u202a-\\u202e\\u2066-\\u2069])|([${RIGHT_TO_LEFT}]+)|(?:(?![${RIGHT_TO_LEFT}])[\\p{L}\\p{N}])+`,
  'gu',
)

/**
 * The text or HTML up to as many changes of direction: browsers make a piece of each, and take longer for each the more there
 * are.
 */
export function boundDirections(text: string): string {
  let changes = 0
  let wasRight = false
  for (const { 0: found, 1: mark, 2: right, index } of text.matchAll(piece)) {
    if (found.startsWith('<')) continue
    const isRight = right !== undefined
    if (mark !== undefined || isRight !== wasRight) changes += 1
    if (mark === undefined) wasRight = isRight
    if (changes > MAX_CHANGES) return text.slice(0, index)
  }
  return text
}
