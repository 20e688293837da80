import iconv from 'iconv-lite'

const [LF, CR] = [10, 13]
const REPLACEMENT = 0xfffd
/** The characters of windows-1252 from 0x80. */
const western = iconv.decode(
  Uint8Array.from({ length: 128 }, (_, n) => n + 128),
  'windows-1252',
)

/** How many bytes follow the first one of a character; 0 for a byte that begins none. */
function following(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1
  if (lead >= 0xe0 && lead <= 0xef) return 2
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0
}
const smallest = [0, 0x80, 0x800, 0x10000]

/** Whether bytes are UTF-8, as a decoder that throws would say. */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    const count = following(byte)
    if (count === 0) return false
    let code = byte & (0x3f >> count)
    for (let read = 1; read <= count; read += 1) {
      const next = bytes[at + read] ?? 0
      if ((next & 0xc0) !== 0x80) return false
      code = (code << 6) | (next & 0x3f)
    }
    const isHalf = code >= 0xd800 && code <= 0xdfff
    if (code < (smallest[count] ?? 0) || code > 0x10ffff || isHalf) return false
    at += count
  }
  return true
}

const utf16 = new TextDecoder('utf-16le')

/** Whether only the end of a line follows. */
const isEnd = (bytes: Uint8Array, at: number) =>
  bytes.length - at <= 2 && bytes.subarray(at).every((byte) => byte === LF || byte === CR)

export interface LooseText {
  text: string
  /** Characters of several bytes. */
  wide: number
  /** Bytes that are none of UTF-8. */
  broken: number
}

/**
 * Text of UTF-8 with other bytes among it, such as the footer that a list adds: they are read as windows-1252. Halves of
 * characters that old databases write in three bytes each are joined.
 */
export function readLooseUtf8(bytes: Uint8Array): LooseText {
  const units = new Uint16Array(bytes.length)
  let [size, wide, broken] = [0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const count = following(byte)
    let code = count === 0 ? byte : byte & (0x3f >> count)
    let read = 0
    for (; read < count && ((bytes[at + read + 1] ?? 0) & 0xc0) === 0x80; read += 1)
      code = (code << 6) | ((bytes[at + read + 1] ?? 0) & 0x3f)
    const isWhole = read === count && code >= (smallest[count] ?? 0) && code <= 0x10ffff
    if (byte < 0x80) units[size] = byte
    else if (count > 0 && isWhole) {
      if (code >= 0x10000) units[size++] = 0xd7c0 + (code >> 10)
      units[size] = code >= 0x10000 ? 0xdc00 | (code & 0x3ff) : code
      wide += 1
      at += count
    } else if (read > 0 && read < count && isEnd(bytes, at + read + 1)) {
      // Cut off within a character; its first byte alone is rather a letter.
      units[size] = REPLACEMENT
      at += read
    } else {
      units[size] = western.charCodeAt(byte - 128)
      broken += 1
    }
    size += 1
  }
  return { text: utf16.decode(units.subarray(0, size)), wide, broken }
}
