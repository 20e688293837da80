import * as texts from './texts'

/** Replaces the browser's message for a request without an answer. */
export { unreachable as UNREACHABLE_TEXT } from './texts'

/** Texts that mean nothing to a user: markup, JSON and technical messages. */
const UNREADABLE = /^\s*(?:[<{[]|$|HTTP \d|\w*Error\b)|\[object |unexpected (?:token|end)|JSON/i
/** Names of errors in code or parsers. */
const PROGRAM_ERROR = /^(?:Type|Syntax|Reference|Range|Zod|\$Zod)Error$/
/** SQLSTATEs and PostgREST codes of failures that no rule of ours raised (`P0001`, `PT409`): their texts are for developers. */
const SERVER_CODE = /^(?!P0001$|PT\d{3}$)[0-9A-Z]{5}$|^PGRST\w+$/

const read = (error: object, key: string): string => {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : ''
}

/** The line below the text of a failure by which its request is found in the server's logs, such as `Reference 7F3K-2Q`. */
const REFERENCE = /^([^]*)\n(Reference \S+)$/

/** A text for a failure, with the failure's reference, if it has one, in a line of its own. Shown by {@link FailureText}. */
export function withReference(text: string, error: unknown): string {
  const reference = typeof error === 'object' && error !== null ? read(error, 'reference') : ''
  if (!reference) return text
  return text ? `${text}\n${texts.reference(reference)}` : texts.reference(reference)
}

/** The text and the line of {@link withReference}. */
export function splitReference(text: string): { text: string; reference: string } {
  const [, above = text, reference = ''] = REFERENCE.exec(text) ?? []
  return { text: above, reference }
}

/**
 * The text of a failure for the user: its message if readable, else the fallback, with its reference.
 * @param fallback for errors without a readable message, such as a gateway's page, an empty body or a bug
 */
export function errorText(error: unknown, fallback: string): string {
  return withReference(plainErrorText(error, fallback), error)
}

/** {@link errorText} without the reference, for texts that are compared or joined with others. */
export function plainErrorText(error: unknown, fallback: string): string {
  const source = typeof error === 'string' ? { message: error } : error
  if (typeof source !== 'object' || source === null) return fallback
  const code = read(source, 'code')
  if (code === 'network') return texts.unreachable
  if (SERVER_CODE.test(code)) return fallback
  const message = read(source, 'message')
  return PROGRAM_ERROR.test(read(source, 'name')) || UNREADABLE.test(message) ? fallback : message
}
