/** The content type of a CMS message (RFC 5652), and of a signed one its content. */
export type Cms = { kind: 'signed'; content: Uint8Array } | { kind: 'encrypted' } | undefined

/** Far above the levels of a message. Elements of indefinite length are read once for each level above them. */
const MAX_DEPTH = 12

/** Programs write pieces of 1,000 bytes; each takes a hundred in memory. */
const MAX_PIECES = 100_000

const [SEQUENCE, OBJECT_ID, OCTETS, CONTEXT_0, CONSTRUCTED] = [0x30, 0x06, 0x04, 0xa0, 0x20]

const signedData = '2a864886f70d010702'
const encrypted = new Set([
  '2a864886f70d010703', // enveloped data
  '2a864886f70d0109100117', // authenticated enveloped data
])

interface Element {
  tag: number
  /** Content. */
  start: number
  end: number
  next: number
}

/** The element of BER at a place; undefined when it is none or ends beyond the bytes. */
function readElement(bytes: Uint8Array, at: number, limit: number, depth = 0): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || at + 2 > limit || depth > MAX_DEPTH) return undefined
  let start = at + 2
  if (first === 0x80) {
    let next = start
    while (!(bytes[next] === 0 && bytes[next + 1] === 0)) {
      const child = readElement(bytes, next, limit, depth + 1)
      if (!child) return undefined
      next = child.next
    }
    return { tag, start, end: next, next: next + 2 }
  }
  let length = first
  if (first > 0x80) {
    const size = first - 0x80
    if (size > 4) return undefined
    length = 0
    for (let n = 0; n < size; n += 1) length = length * 256 + (bytes[start + n] ?? 0)
    start += size
  }
  const end = start + length
  return end <= limit ? { tag, start, end, next: end } : undefined
}

/** The elements within another one. */
function childrenOf(bytes: Uint8Array, { start, end }: Element, max = 10): Element[] {
  const children: Element[] = []
  for (let at = start; at < end && children.length < max;) {
    const child = readElement(bytes, at, end)
    if (!child) break
    children.push(child)
    at = child.next
  }
  return children
}

const hexOf = (bytes: Uint8Array, { start, end }: Element) =>
  [...bytes.subarray(start, Math.min(end, start + 20))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** The bytes of an octet string, which may be written in pieces; undefined for too many. */
function octetsOf(bytes: Uint8Array, element: Element): Uint8Array | undefined {
  const pieces: Uint8Array[] = []
  const collect = ({ tag, start, end }: Element, depth: number) => {
    if (tag === OCTETS) return void pieces.push(bytes.subarray(start, end))
    if (tag !== (OCTETS | CONSTRUCTED) || depth > MAX_DEPTH) return
    for (let at = start; at < end && pieces.length <= MAX_PIECES;) {
      const child = readElement(bytes, at, end)
      if (!child) return
      collect(child, depth + 1)
      at = child.next
    }
  }
  collect(element, 0)
  if (pieces.length > MAX_PIECES) return undefined
  const joined = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

/** Reads what an S/MIME part is. Signatures are not checked. Never throws. */
export function readCms(bytes: Uint8Array): Cms {
  const message = readElement(bytes, 0, bytes.length)
  if (message?.tag !== SEQUENCE) return undefined
  const [type, wrapped] = childrenOf(bytes, message)
  if (type?.tag !== OBJECT_ID) return undefined
  const name = hexOf(bytes, type)
  if (encrypted.has(name)) return { kind: 'encrypted' }
  if (name !== signedData || wrapped?.tag !== CONTEXT_0) return undefined
  const [data] = childrenOf(bytes, wrapped)
  // Version, algorithms, content; certificates and signatures follow.
  const content = data && childrenOf(bytes, data, 3)[2]
  const [, held] = content ? childrenOf(bytes, content) : []
  const [octets] = held?.tag === CONTEXT_0 ? childrenOf(bytes, held) : []
  const found = octets && octetsOf(bytes, octets)
  return found && { kind: 'signed', content: found }
}
