// Kept twice, word for word: functions are deployed without the portal's libraries.

/** Changes between writing from the left and from the right; a mail of a hundred pages in two languages has fewer. */
const MAX_CHANGES = 10_000

const RIGHT_TO_LEFT =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}'
/** The marks that change the direction; letters of each. */
const piece = `([\\u202a-\\u202e\\u2066-\\u2069])|([${RIGHT_TO_LEFT}]+)|(?:(?![${RIGHT_TO_LEFT}])[\\p{L}\\p{N}])+`
const inText = new RegExp(piece, 'gu')
/** Tags have no direction. */
const inPage = new RegExp(`<[^<>]*>|${piece}`, 'gu')

function bound(text: string, pieces: RegExp): string {
  let changes = 0
  let wasRight = false
  for (const { 0: found, 1: mark, 2: right, index } of text.matchAll(pieces)) {
    if (found.startsWith('<')) continue
    const isRight = right !== undefined
    if (mark !== undefined || isRight !== wasRight) changes += 1
    if (mark === undefined) wasRight = isRight
    if (changes > MAX_CHANGES) return text.slice(0, index)
  }
  return text
}

/**
 * The text up to as many changes of direction: browsers make a piece of each, and take longer for each the more there are.
 */
export const boundDirections = (text: string): string => bound(text, inText)

/** As much of safe HTML, whose tags are well formed. */
export const boundPageDirections = (html: string): string => bound(html, inPage)
