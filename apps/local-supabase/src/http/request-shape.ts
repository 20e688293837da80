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
const tooManyRows = () => tooMuch(`The body has too many rows: ${rowLimit} are allowed`)
const tooManyValues = () => tooMuch(`The body has too many values: ${valueLimit} are allowed`)
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
  for (const parameter of url.searchParams)
    if (parameter.some(isNestedTooDeeply))
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

/** PostgREST's refusals of a body. It takes a text or a number for no rows at all, which would hide the caller's mistake. */
const notJson = () => new HttpError(400, 'PGRST102', 'Empty or invalid json')
const notRows = () => new HttpError(400, 'PGRST102', 'All object keys must match')

const isBetweenRows = (byte = 0) => byte === comma || byte === closeList || isSpace(byte)

/** Scans JSON without recursion. Does not validate it. The data API takes rows only: a text would be one with a column per character. */
function checkJson(bytes: Uint8Array, start: number, isOfRows: boolean): void {
  const isList = bytes[start] === openList
  let depth = 0
  let rows = 1
  let values = 1
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isOfRows && isList && depth === 1 && byte !== openObject && !isBetweenRows(byte)) throw notRows()
    if (byte === quote) at = endOfString(bytes, at)
    else if (byte === comma) {
      values += 1
      if (depth === 1 && isList) rows += 1
      if (rows > rowLimit) throw tooManyRows()
      if (values > valueLimit) throw tooManyValues()
    } else if (isOpening(byte)) {
      depth += 1
      if (depth > depthLimit)
        throw malformed(`The body is nested too deeply: ${depthLimit} levels are allowed`)
    } else if (byte === closeObject || byte === closeList) depth -= 1
  }
}

/** Stops at the limit. */
function hasMore(text: string, signs: RegExp, limit: number): boolean {
  const found = text.matchAll(signs)
  for (let count = 0; !found.next().done; count += 1) if (count >= limit) return true
  return false
}

/** The end of a quoted field, in which a quote is doubled. */
function endOfField(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < 0 ? text.length : at + 1
}

/** Fields of the first line, as the data API's parser finds them: each is a column of all rows, however short those are. */
function columnsOf(text: string): number {
  const unquoted = /[^,\r\n]*/y
  let count = 0
  for (let at = 0; at < text.length && count <= valueLimit; count += 1) {
    unquoted.lastIndex = at
    at = text[at] === '"' ? endOfField(text, at) : at + (unquoted.exec(text)?.[0].length ?? 0)
    if (text[at] === '\n' || text[at] === '\r') return count + 1
    if (text[at] === ',') at += 1
  }
  return count
}

function checkCsv(text: string): void {
  if (hasMore(text, /\r\n?|\n/g, rowLimit)) throw tooManyRows()
  if (hasMore(text, /,/g, valueLimit)) throw tooManyValues()
  const rows = text.split(/\r\n?|\n/).length - 1
  if (columnsOf(text) * rows > valueLimit) throw tooManyValues()
}

/**
 * What the data API may read the body as. It looks for some types anywhere in the header, for others in lower case: a header
 * that could mean two things gets the bounds of both.
 */
function formatsOf(contentType: string) {
  const type = contentType.toLowerCase()
  return {
    isJson: type.includes('application/json') || /^\s*(;|$)/.test(type),
    isCsv: type.includes('text/csv'),
    isForm: type.includes('urlencoded'),
  }
}

/** As each decoder of UTF-8 does: a byte order mark is no part of the text. */
function startOf(bytes: Uint8Array): number {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (isSpace(bytes[start])) start += 1
  return start
}

/**
 * @param path - the data API is asked for rows, anything else may be sent any JSON
 * @throws HttpError 400 or 413 for a small body that is costly to parse
 */
export function checkBody(bytes: Uint8Array, contentType: string, path = ''): void {
  const isOfRows = path.startsWith('/rest/v1')
  const { isJson, isCsv, isForm } = formatsOf(contentType)
  const start = startOf(bytes)
  const isStructured = isOpening(bytes[start])
  if (isOfRows && isJson && bytes.length > 0 && !isStructured) throw notJson()
  // The type says it of the data API alone: functions read JSON whatever it is.
  if (isStructured && (isJson || !isOfRows)) checkJson(bytes, start, isOfRows)
  if (isStructured && !isCsv && !isForm) return
  const text = Buffer.from(bytes).toString('latin1')
  if (text.includes('\0') || (isForm && text.includes('%00'))) throw zeroByte()
  if (isCsv) checkCsv(text.replace(/^\xef\xbb\xbf/, ''))
  if (isForm && hasMore(text, /&/g, valueLimit)) throw tooManyValues()
}
