/** Replaces the browser's own text for a request that got no answer. */
export const UNREACHABLE_TEXT = 'The server could not be reached. Check your connection and try again.'

/** Texts that mean nothing to a user: markup, JSON and technical messages. */
const NO_WORDS = /^\s*(?:[<{[]|$|HTTP \d|\w*Error\b)|\[object |unexpected (?:token|end)|JSON/i
/** Errors of the page's own code or parsers. */
const PROGRAM_FAULT = /^(?:Type|Syntax|Reference|Range|Zod|\$Zod)Error$/

const read = (error: object, key: string): string => {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : ''
}

/**
 * The text of a failure for the user: its own message where that is readable.
 * @param fallback for an answer without a readable message, such as a gateway's page, an empty body or a bug
 */
export function errorText(error: unknown, fallback: string): string {
  const said = typeof error === 'string' ? { message: error } : error
  if (typeof said !== 'object' || said === null) return fallback
  if (read(said, 'code') === 'network') return UNREACHABLE_TEXT
  const message = read(said, 'message')
  return PROGRAM_FAULT.test(read(said, 'name')) || NO_WORDS.test(message) ? fallback : message
}
