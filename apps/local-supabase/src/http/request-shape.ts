import { HttpError } from './http-error'

/** Nesting levels of a JSON body; the portal sends three. */
const depthLimit = 32
/** Entries of a top-level list, the rows of a bulk insert. */
const rowLimit = 1000
/** Values of one body; PostgreSQL accepts 65,534 parameters per statement. */
const valueLimit = 20_000
/** Brackets within brackets in the query of the data API, whose parser calls itself for each. */
const bracketLimit = 50

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

/** Whether brackets nest too deeply; those of quoted values count as well. */
function isNestedTooDeeply(text: string): boolean {
  let depth = 0
  for (const [bracket] of text.matchAll(/[()]/g)) {
    depth = bracket === '(' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > bracketLimit) return true
  }
  return false
}

/**
 * Rejects zero bytes, which PostgreSQL cannot store: in a column's name one breaks the connection.
 * @throws HttpError 400 and 405
 */
export function checkUrl(request: Request, url: URL): void {
  if (!methods.has(request.method)) throw new HttpError(405, 'method_not_allowed', 'Method not allowed')
  if (decoded(url.pathname).includes('\0') || /%00/.test(url.search)) throw zeroByte()
  for (const value of request.headers.values()) if (value.includes('\0')) throw zeroByte()
  // In an absolute target: no request can be made of such an address.
  if (url.username || url.password) throw malformed('The address of the request contains a user name')
  if (!url.pathname.startsWith('/rest/v1/')) return
  for (const value of url.searchParams.values())
    if (isNestedTooDeeply(value))
      throw malformed(`The query is nested too deeply: ${bracketLimit} levels are allowed`)
}

const code = (sign: string) => sign.charCodeAt(0)
const [quote, backslash, comma, u, zero] = [code('"'), code('\\'), code(','), code('u'), code('0')]
const [openObject, openList, closeObject, closeList] = [code('{'), code('['), code('}'), code(']')]

// Comparisons only: what is allocated or looked up for each byte adds up to seconds in a large body.
const isSpace = (byte = 0) => byte === 32 || (byte >= 9 && byte <= 13)
const isOpening = (byte = 0) => byte === openObject || byte === openList

const hasZeros = (bytes: Uint8Array, at: number) =>
  bytes[at] === zero && bytes[at + 1] === zero && bytes[at + 2] === zero && bytes[at + 3] === zero

/** The end of the string that begins at `start`. @throws HttpError 400 when it contains a zero byte */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  for (; at < bytes.length && bytes[at] !== quote; at += 1) {
    if (bytes[at] !== backslash) continue
    at += 1
    if (bytes[at] === u && hasZeros(bytes, at + 1)) throw zeroByte()
  }
  return at
}

/** Scans JSON without recursion. Does not validate it. */
function checkJson(bytes: Uint8Array, start: number): void {
  const isList = bytes[start] === openList
  let depth = 0
  let rows = 1
  let values = 1
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) at = endOfString(bytes, at)
    else if (byte === comma) {
      values += 1
      if (depth === 1 && isList) rows += 1
      if (rows > rowLimit) throw tooMuch(`The body has too many rows: ${rowLimit} are allowed`)
      if (values > valueLimit) throw tooMuch(`The body has too many values: ${valueLimit} are allowed`)
    } else if (isOpening(byte)) {
      depth += 1
      if (depth > depthLimit)
        throw malformed(`The body is nested too deeply: ${depthLimit} levels are allowed`)
    } else if (byte === closeObject || byte === closeList) depth -= 1
  }
}

/** Stops at the limit. */
function hasMore(text: string, sign: string, limit: number): boolean {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0 && count <= limit; at = text.indexOf(sign, at + 1)) count += 1
  return count > limit
}

/** @throws HttpError 400 or 413 for a small body that is costly to parse */
export function checkBody(bytes: Uint8Array, contentType: string): void {
  let start = 0
  while (isSpace(bytes[start])) start += 1
  if (isOpening(bytes[start])) return checkJson(bytes, start)
  const text = Buffer.from(bytes).toString('latin1')
  if (text.includes('\0') || (contentType.includes('urlencoded') && text.includes('%00'))) throw zeroByte()
  if (!contentType.includes('text/csv')) return
  if (hasMore(text, '\n', rowLimit)) throw tooMuch(`The body has too many rows: ${rowLimit} are allowed`)
  if (hasMore(text, ',', valueLimit)) throw tooMuch(`The body has too many values: ${valueLimit} are allowed`)
}
