/** Said of a request without an answer, in place of the browser's own words for it. */
export const UNREACHABLE_TEXT = 'The server could not be reached. Check your connection and try again.'

/** Markup, JSON, and what programs say to programmers. */
const NO_WORDS = /^\s*(?:[<{[]|$|HTTP \d|\w*Error\b)|\[object |unexpected (?:token|end)|JSON/i
/** A fault of the page itself or of its parser, which says nothing to its reader. */
const PROGRAM_FAULT = /^(?:Type|Syntax|Reference|Range|Zod|\$Zod)Error$/

const read = (error: object, key: string): string => {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : ''
}

/**
 * What a failure says to a person: its own text where that is one.
 * @param fallback for an answer without words, such as a gateway's page, an empty body or a bug
 */
export function errorText(error: unknown, fallback: string): string {
  const said = typeof error === 'string' ? { message: error } : error
  if (typeof said !== 'object' || said === null) return fallback
  if (read(said, 'code') === 'network') return UNREACHABLE_TEXT
  const message = read(said, 'message')
  return PROGRAM_FAULT.test(read(said, 'name')) || NO_WORDS.test(message) ? fallback : message
}
