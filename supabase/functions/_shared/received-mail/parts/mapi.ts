import { decodeText } from '../characters/characters.ts'

/** A property of a message or a file: its type and its bytes. Of several values, the first. */
export interface Property {
  type: number
  value: Uint8Array
}
export type Properties = Map<number, Property>

const MAX_PROPERTIES = 5_000
const MAX_VALUES = 5_000

/** Bytes of the types that have as many, rounded to four. */
const sizes = new Map([
  [0x02, 4],
  [0x03, 4],
  [0x04, 4],
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x0a, 4],
  [0x0b, 4],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16],
])
/** Texts, binaries and objects have their length before them. */
const [OBJECT, TEXT, UNICODE, BINARY] = [0x0d, 0x1e, 0x1f, 0x102]
const MULTIPLE = 0x1000
const FIRST_NAMED = 0x8000

const padded = (length: number) => Math.ceil(length / 4) * 4

/** The properties up to the first that cannot be read. */
export function readProperties(bytes: Uint8Array): Properties {
  const found: Properties = new Map()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const number = () => {
    at += 4
    return at <= bytes.length ? view.getUint32(at - 4, true) : 0
  }
  const count = Math.min(number(), MAX_PROPERTIES)
  for (let n = 0; n < count && at + 4 <= bytes.length; n += 1) {
    const type = view.getUint16(at, true)
    const id = view.getUint16(at + 2, true)
    at += 4
    if (id >= FIRST_NAMED) {
      at += 16
      // A number, or a name with its length.
      if (number() === 0) at += 4
      else at += padded(number())
    }
    const plain = type & ~MULTIPLE
    const size = sizes.get(plain)
    const isLong = plain === OBJECT || plain === TEXT || plain === UNICODE || plain === BINARY
    if (size === undefined && !isLong) return found
    const values = isLong || type !== plain ? number() : 1
    if (values > MAX_VALUES) return found
    for (let each = 0; each < values; each += 1) {
      const length = size ?? number()
      if (at + length > bytes.length) return found
      if (each === 0 && !found.has(id)) found.set(id, { type: plain, value: bytes.subarray(at, at + length) })
      at += padded(length)
    }
  }
  return found
}

/** The text of a property, which ends with a zero; empty for other types. HTML is written as bytes. */
export function textOfProperty(property: Property | undefined, codePage: number): string {
  if (!property) return ''
  const { type, value } = property
  if (type === UNICODE) return new TextDecoder('utf-16le').decode(value).replaceAll('\0', '')
  if (type === TEXT || type === BINARY) return decodeText(value, `cp${codePage}`).replaceAll('\0', '')
  return ''
}

/** A number of 32 bits; undefined for other types. */
export const numberOfProperty = (property: Property | undefined): number | undefined =>
  property?.type === 0x03 && property.value.length === 4
    ? new DataView(property.value.buffer, property.value.byteOffset).getUint32(0, true)
    : undefined
