import { headerOf } from '../mime/raw-header.ts'

const LF = 10
/** Bytes at the ends of a body in which its first and last line are looked for. */
const END = 65_536
const MAX_CHECKED = 2_000_000

const latin1 = new TextDecoder('latin1')
const plainEncoding = /^(?:7bit|8bit|binary)?$/i
const lastOf = (values: readonly string[]) => values.at(-1)?.trim() ?? ''

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

/** Whether a text is what an encoding makes, from its first character to its last. */
function decodesCleanly(body: Uint8Array, encoding: string): boolean {
  if (plainEncoding.test(encoding)) return true
  const text = latin1.decode(body.subarray(0, MAX_CHECKED))
  if (/^base64$/i.test(encoding))
    return body.length <= MAX_CHECKED && /^[a-z0-9+/]*={0,2}$/i.test(text.replace(/\s+/g, ''))
  if (/^quoted-printable$/i.test(encoding)) return !/=(?![0-9A-F]{2}|[ \t]{0,9}\r?\n|$)/i.test(text)
  return false
}

/**
 * Whether a body can be read in one way only although nobody signed how: another boundary or encoding would let words speak that its
 * author only quoted.
 * @param types - of `Content-Type`; undefined when it is signed
 * @param encodings - of `Content-Transfer-Encoding`; undefined when it is signed
 */
export function isReadInOneWay(
  raw: Uint8Array,
  { types, encodings }: { types: readonly string[] | undefined; encodings: readonly string[] | undefined },
  isMultipart: boolean,
): boolean {
  const body = bodyOf(raw)
  const encoding = lastOf(encodings ?? [])
  if ((types?.length ?? 0) > 1 || (encodings?.length ?? 0) > 1) return false
  if (isMultipart ? !plainEncoding.test(encoding) : encodings && !decodesCleanly(body, encoding)) return false
  if (!types) return true
  const type = lastOf(types)
  const first = linesOf(body.subarray(0, END))[0] ?? ''
  if (!isMultipart) return /^(?:text\/(?:plain|html)\b|$)/i.test(type) && !mayOpenPart(first)
  const boundary = boundaryOf(type)
  const last = linesOf(body.subarray(Math.max(0, body.length - END))).at(-1)
  return (
    boundary !== undefined &&
    /^multipart\/(?:mixed|alternative|related|report|signed)\b/i.test(type) &&
    first === `--${boundary}` &&
    last === `--${boundary}--`
  )
}
