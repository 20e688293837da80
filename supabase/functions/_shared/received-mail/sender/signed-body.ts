import { fromBase64 } from '../../base64.ts'
import { unescapeBytes } from '../../escaped-bytes.ts'
import { headerOf } from '../mime/raw-header.ts'

const LF = 10
/** Bytes at the ends of a body in which its first and last line are looked for. */
const END = 65_536
const MAX_CHECKED = 2_000_000

const latin1 = new TextDecoder('latin1')
const plainEncoding = /^(?:7bit|8bit|binary)?$/i
export const lastOf = (values: readonly string[]) => values.at(-1)?.trim() ?? ''

/** The bytes below the header and the empty line: hosts on the way write above it. Nobody knows where a header that is cut ends. */
export function bodyOf(raw: Uint8Array): Uint8Array {
  const { bytes, isCut } = headerOf(raw)
  if (isCut) return raw
  const below = raw.subarray(bytes.length)
  return below.subarray(below.indexOf(LF) + 1)
}

/** A body as signatures see it, for which blanks at the ends of lines and the number of blanks count for nothing. */
export function relaxedBody(raw: Uint8Array): Uint8Array {
  const text = latin1
    .decode(bodyOf(raw))
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\r?\n/g, '\n')
  let end = text.length
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === ' ')) end -= 1
  return new TextEncoder().encode(text.slice(0, end))
}

const linesOf = (bytes: Uint8Array) =>
  latin1
    .decode(bytes)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)

/** The boundary that a type names, if it clearly names one. */
function boundaryOf(type: string): string | undefined {
  const found = [...type.matchAll(/boundary[^;=]{0,5}=\s*(?:"([^"\\]{1,200})"|([^\s;"]{1,200}))/gi)]
  return found.length === 1 && type.match(/boundary[\s*]*=/gi)?.length === 1
    ? (found[0]?.[1] ?? found[0]?.[2])
    : undefined
}

const mayOpenPart = (line: string) => /^--[\w'()+,./:=?-]{1,70}$/.test(line) && !/^-+$/.test(line)

/** As long as a text of base64 is at least that no word is taken for one. */
const MIN_BASE64 = 24
const isBase64 = (text: string) =>
  !/\S[ \t]+\S/.test(text) && /^[a-z0-9+/]*={0,2}$/i.test(text.replace(/\s+/g, ''))
const isFolded = (text: string) => /=[ \t]{0,9}\r?\n/.test(text)

/** Whether a text is what this encoding makes, from its first character to its last, and none that another one makes. */
function decodesCleanly(body: Uint8Array, encoding: string): boolean {
  const text = latin1.decode(body.subarray(0, MAX_CHECKED))
  if (plainEncoding.test(encoding))
    return !isFolded(text) && (text.trim().length < MIN_BASE64 || !isBase64(text))
  if (/^base64$/i.test(encoding)) return body.length <= MAX_CHECKED && isBase64(text)
  if (/^quoted-printable$/i.test(encoding)) return !/=(?![0-9A-F]{2}|[ \t]{0,9}\r?\n|$)/i.test(text)
  return false
}

/** The beginning of a text, decoded. */
function startOf(body: Uint8Array, encoding: string): Uint8Array {
  const start = body.subarray(0, END)
  if (/^base64$/i.test(encoding)) {
    const packed = latin1.decode(start).replace(/[^a-z0-9+/]+/gi, '')
    return fromBase64(packed.slice(0, packed.length - (packed.length % 4)))
  }
  if (!/^quoted-printable$/i.test(encoding)) return start
  return unescapeBytes(new TextEncoder().encode(latin1.decode(start).replace(/=[ \t]{0,9}\r?\n/g, '')), '=')
}

/** Charsets in which ASCII stays as it is. In others, words that somebody quoted may end the line on which they stand. */
const plainCharset =
  /^(?:utf-?8|(?:us-)?ascii|iso-?8859-\d{1,2}|latin-?\d|windows-125\d|cp125\d|koi8-[ru]|gbk|gb2312|gb18030|big5|shift[-_]jis|euc-(?:jp|kr|cn|tw))$/i

const opensHtml = (line: string) => /^\s*<(?:!doctype|!--|[a-z][a-z0-9]*[\s/>])/i.test(line)

/** Whether a type without parts fits its body, and no other does. */
function isTextInOneWay(type: string, first: string): boolean {
  const [, kind = 'plain'] = /^text\/(plain|html)\b/i.exec(type) ?? []
  const charsets = [...type.matchAll(/charset[^;=]{0,5}=\s*"?([^\s;"]{0,80})/gi)].map(
    (match) => match[1] ?? '',
  )
  const isText = type === '' || /^text\/(?:plain|html)\b/i.test(type)
  return (
    isText &&
    !mayOpenPart(first) &&
    (kind.toLowerCase() === 'html') === opensHtml(first) &&
    charsets.length <= 1 &&
    charsets.every((charset) => plainCharset.test(charset))
  )
}

interface HowToRead {
  /** Values of `Content-Type`; undefined when it is signed, as for the others. */
  types: readonly string[] | undefined
  /** Of `Content-Transfer-Encoding`. */
  encodings: readonly string[] | undefined
  /** The encoding, also a signed one. */
  encoding: string
  /** Of `Content-Disposition`. */
  dispositions: readonly string[] | undefined
}

/**
 * Whether a body can be read in one way only although nobody signed how: another boundary, encoding, kind or charset would let words
 * speak that its author only quoted, or hide their own.
 */
export function isReadInOneWay(
  raw: Uint8Array,
  { types, encodings, encoding, dispositions }: HowToRead,
  isMultipart: boolean,
): boolean {
  const body = bodyOf(raw)
  if ((types?.length ?? 0) > 1 || (encodings?.length ?? 0) > 1) return false
  if (dispositions?.some((value) => !/^\s*inline\s*$/i.test(value))) return false
  if (isMultipart ? !plainEncoding.test(encoding) : encodings && !decodesCleanly(body, encoding)) return false
  if (!types) return true
  const type = lastOf(types)
  // A report is not filed.
  if (/report/i.test(type.replace(/boundary[^;]*/gi, ''))) return false
  const [first = ''] = linesOf(startOf(body, encoding))
  if (!isMultipart) return isTextInOneWay(type, first)
  const boundary = boundaryOf(type)
  const last = linesOf(body.subarray(Math.max(0, body.length - END))).at(-1)
  return (
    boundary !== undefined &&
    /^multipart\/(?:mixed|alternative|related|signed)\b/i.test(type) &&
    first === `--${boundary}` &&
    last === `--${boundary}--`
  )
}
