import * as texts from './texts'

/** Replaces the browser's message for a request without an answer. */
export { unreachable as UNREACHABLE_TEXT } from './texts'

/** Texts that mean nothing to a user: markup, JSON and technical messages. */
const UNREADABLE = /^\s*(?:[<{[]|$|HTTP \d|\w*Error\b)|\[object |unexpected (?:token|end)|JSON/i
/** Names of errors in code or parsers. */
const PROGRAM_ERROR = /^(?:Type|Syntax|Reference|Range|Zod|\$Zod)Error$/
/** SQLSTATEs and PostgREST codes of failures that no rule of ours raised (`P0001`, `PT409`): their texts are for developers. */
const SERVER_CODE = /^(?!P0001$|PT\d{3}$)[0-9A-Z]{5}$|^PGRST\w+$/

/** Words by the code of a failure; a function takes the value that the server sends with it, empty without one. */
export type ErrorTexts = Readonly<Record<string, string | ((hint: string) => string)>>

const known = new Map<string, ErrorTexts[string]>()
const logged = new WeakSet<object>()

/** Adds a package's words for codes of the server. A remote does so when it starts: the shell has no words for staff. */
export function addErrorTexts(words: ErrorTexts): void {
  for (const code in words) known.set(code, words[code]!)
}

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
 * The text of a failure for the user, with its reference: that of its code for a failure of the server, whose own
 * sentence is only logged; the readable message of others.
 * @param fallback for codes without words and errors without a readable message, such as a gateway's page or a bug
 */
export function errorText(error: unknown, fallback: string): string {
  return withReference(plainErrorText(error, fallback), error)
}

/** The words for a code of the server that an answer reports for a part of it. */
export const codeText = (
  code: string | null | undefined,
  hint: string | null | undefined,
  fallback: string,
) => plainErrorText({ code, hint, fromServer: true }, fallback)

/** {@link errorText} without the reference, for texts that are compared or joined with others. */
export function plainErrorText(error: unknown, fallback: string): string {
  const source = typeof error === 'string' ? { message: error } : error
  if (typeof source !== 'object' || source === null) return fallback
  const code = read(source, 'code')
  if (code === 'network') return texts.unreachable
  const message = read(source, 'message')
  if (Reflect.get(source, 'fromServer')) {
    const words = known.get(code)
    if (words) return typeof words === 'string' ? words : words(read(source, 'hint'))
    if (!logged.has(source)) console.warn(code, message, read(source, 'reference'))
    logged.add(source)
    return fallback
  }
  const isForDevelopers = SERVER_CODE.test(code) || PROGRAM_ERROR.test(read(source, 'name'))
  return isForDevelopers || UNREADABLE.test(message) ? fallback : message
}
