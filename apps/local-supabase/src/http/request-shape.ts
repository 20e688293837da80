import { HttpError } from './http-error'

/** Nesting levels of a JSON body; the portal sends three. */
const depthLimit = 32
/** Entries of a top-level list, the rows of a bulk insert. */
const rowLimit = 1000
/** Values of one body; PostgreSQL accepts 65,534 parameters per statement. */
const valueLimit = 20_000

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const malformed = (text: string) => new HttpError(400, 'bad_request', text)
const tooMuch = (text: string) => new HttpError(413, 'body_too_large', text)
const zeroByte = () => malformed('The request contains a zero byte')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed('The address of the request is not valid UTF-8')
  }
}

/**
 * Rejects zero bytes, which PostgreSQL cannot store: in a column's name one breaks the connection.
 * @throws HttpError 400 and 405
 */
export function checkUrl(request: Request, url: URL): void {
  if (!methods.has(request.method)) throw new HttpError(405, 'method_not_allowed', 'Method not allowed')
  if (decoded(url.pathname).includes('\0') || /%00/.test(url.search)) throw zeroByte()
  for (const value of request.headers.values()) if (value.includes('\0')) throw zeroByte()
}

const code = (sign: string) => sign.charCodeAt(0)
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')]
const opening = new Set([code('{'), code('[')])
const closing = new Set([code('}'), code(']')])
const spaces = new Set([9, 10, 13, 32])

/** The end of the string that begins at `start`. @throws HttpError 400 when it contains a zero byte */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  for (; at < bytes.length && bytes[at] !== quote; at += 1) {
    if (bytes[at] !== backslash) continue
    if (Buffer.from(bytes.subarray(at + 1, at + 6)).toString('latin1') === 'u0000') throw zeroByte()
    at += 1
  }
  return at
}

/** Scans JSON without recursion. Does not validate it. */
function checkJson(bytes: Uint8Array, start: number): void {
  const isList = bytes[start] === code('[')
  let depth = 0
  let rows = 1
  let values = 1
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === quote) at = endOfString(bytes, at)
    else if (opening.has(byte)) depth += 1
    else if (closing.has(byte)) depth -= 1
    else if (byte === comma) {
      values += 1
      if (depth === 1 && isList) rows += 1
    }
    if (depth > depthLimit) throw malformed(`The body is nested too deeply: ${depthLimit} levels are allowed`)
    if (rows > rowLimit) throw tooMuch(`The body has too many rows: ${rowLimit} are allowed`)
    if (values > valueLimit) throw tooMuch(`The body has too many values: ${valueLimit} are allowed`)
  }
}

const countChar = (text: string, sign: string) => text.split(sign).length - 1

/** @throws HttpError 400 or 413 for a small body that is costly to parse */
export function checkBody(bytes: Uint8Array, contentType: string): void {
  const start = bytes.findIndex((byte) => !spaces.has(byte))
  if (start >= 0 && opening.has(bytes[start] ?? 0)) return checkJson(bytes, start)
  const text = Buffer.from(bytes).toString('latin1')
  if (text.includes('\0') || (contentType.includes('urlencoded') && text.includes('%00'))) throw zeroByte()
  if (!contentType.includes('text/csv')) return
  if (countChar(text, '\n') > rowLimit) throw tooMuch(`The body has too many rows: ${rowLimit} are allowed`)
  if (countChar(text, ',') > valueLimit)
    throw tooMuch(`The body has too many values: ${valueLimit} are allowed`)
}
