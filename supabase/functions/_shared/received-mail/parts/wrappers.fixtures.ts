/** Builders of what mails are wrapped in, written after the formats' descriptions and not after our readers. */

const join = (...pieces: Uint8Array[]) => new Uint8Array(Buffer.concat(pieces))
const u16 = (value: number) => new Uint8Array(new Uint16Array([value]).buffer)
const u32 = (value: number) => new Uint8Array(new Uint32Array([value]).buffer)
const ansi = (text: string) => new Uint8Array(Buffer.from(`${text}\0`, 'latin1'))
const utf16 = (text: string) => new Uint8Array(Buffer.from(`${text}\0`, 'utf16le'))

type Value = { id: number; type: number; bytes: Uint8Array }
export const unicode = (id: number, text: string): Value => ({ id, type: 0x1f, bytes: utf16(text) })
export const text8 = (id: number, text: string): Value => ({ id, type: 0x1e, bytes: ansi(text) })
export const binary = (id: number, bytes: Uint8Array): Value => ({ id, type: 0x102, bytes })
export const object = (id: number, bytes: Uint8Array): Value => ({ id, type: 0x0d, bytes })

const padding = (length: number) => new Uint8Array((4 - (length % 4)) % 4)

export function properties(...values: Value[]): Uint8Array {
  const written = values.map(({ id, type, bytes }) => {
    const named = id >= 0x8000 ? join(new Uint8Array(16), u32(0), u32(id)) : new Uint8Array(0)
    return join(u16(type), u16(id), named, u32(1), u32(bytes.length), bytes, padding(bytes.length))
  })
  return join(u32(values.length), ...written)
}

const attribute = (level: number, id: number, content: Uint8Array) =>
  join(
    new Uint8Array([level]),
    u32(id),
    u32(content.length),
    content,
    u16(content.reduce((sum, byte) => (sum + byte) % 65_536, 0)),
  )

export interface TnefFile {
  title: string
  content?: Uint8Array
  values?: Value[]
}

/** A `winmail.dat`. */
export const tnef = ({
  values = [],
  body,
  files = [],
}: {
  values?: Value[]
  body?: string
  files?: TnefFile[]
}): Uint8Array =>
  join(
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00089006, u32(0x00010000)),
    attribute(1, 0x00069007, join(u32(1252), u32(0))),
    ...(body === undefined ? [] : [attribute(1, 0x0002800c, ansi(body))]),
    attribute(1, 0x00069003, properties(...values)),
    ...files.flatMap(({ title, content, values: own }) => [
      attribute(2, 0x00069002, new Uint8Array(14)),
      attribute(2, 0x00018010, ansi(title)),
      ...(content ? [attribute(2, 0x0006800f, content)] : []),
      ...(own ? [attribute(2, 0x00069005, properties(...own))] : []),
    ]),
  )

function element(tag: number, ...content: Uint8Array[]): Uint8Array {
  const joined = join(...content)
  const size = joined.length
  const length =
    size < 0x80 ? [size] : [0x84, (size >>> 24) & 255, (size >>> 16) & 255, (size >>> 8) & 255, size & 255]
  return join(new Uint8Array([tag, ...length]), joined)
}
const endless = (tag: number, ...content: Uint8Array[]) =>
  join(new Uint8Array([tag, 0x80]), ...content, new Uint8Array(2))
const oid = (hex: string) => element(0x06, new Uint8Array(Buffer.from(hex, 'hex')))

const [signedData, envelopedData, data] = ['2a864886f70d010702', '2a864886f70d010703', '2a864886f70d010701']

/** The `smime.p7m` of signed content; in pieces and of indefinite lengths, as Outlook and OpenSSL write streams. */
export function signed(content: Uint8Array, inPieces = false, size = 1_000): Uint8Array {
  const write = inPieces ? endless : element
  const starts = Array.from({ length: Math.ceil(content.length / size) }, (_, n) => n * size)
  const octets = inPieces
    ? endless(
        0x24,
        new Uint8Array(Buffer.concat(starts.map((at) => element(0x04, content.subarray(at, at + size))))),
      )
    : element(0x04, content)
  return write(
    0x30,
    oid(signedData),
    write(
      0xa0,
      write(
        0x30,
        element(0x02, new Uint8Array([1])),
        element(0x31),
        write(0x30, oid(data), write(0xa0, octets)),
        element(0x31),
      ),
    ),
  )
}

/** The `smime.p7m` of encrypted content. */
export const enveloped = (): Uint8Array =>
  element(
    0x30,
    oid(envelopedData),
    element(0xa0, element(0x30, element(0x02, new Uint8Array([0])), element(0x04, new Uint8Array(64)))),
  )
