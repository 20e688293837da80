import PostalMime from 'postal-mime'
import { decodeFlowed } from '../quotes/flowed.ts'

/** Padding within base64: the package makes a buffer of each unit, which takes 10 µs. A few mailers pad every line. */
const MAX_BASE64_UNITS = 100_000

const EQUALS = 61

type Piece = Uint8Array | ArrayBuffer | string

/** What the package collects the lines of a part in. */
interface Decoder {
  chunks: Piece[]
  finalize(): Promise<ArrayBuffer>
}

const isDecoder = (value: unknown): value is Decoder =>
  typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'chunks'))

/** Calls a method of the package that its types do not name. */
export function call(target: object, method: unknown, ...input: unknown[]): unknown {
  return typeof method === 'function' ? Reflect.apply(method, target, input) : undefined
}

/** Number of padding signs, each of which may end a unit of base64. */
function unitsIn(line: Uint8Array): number {
  let count = 0
  for (let at = line.indexOf(EQUALS); at >= 0; at = line.indexOf(EQUALS, at + 1)) count += 1
  return count
}

function join(pieces: readonly Piece[]): ArrayBuffer {
  const encoder = new TextEncoder()
  const parts = pieces.map((piece) => {
    if (typeof piece === 'string') return encoder.encode(piece)
    return piece instanceof ArrayBuffer ? new Uint8Array(piece) : piece
  })
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined.buffer
}

/**
 * The parser of mails. The package's own joins the lines of a part as a Blob of as many pieces, which takes 20 µs for each:
 * 5 s for 24 MB.
 */
export class LinearParser extends PostalMime {
  #decoder: unknown
  #isBase64 = false
  #units = 0

  /** The package calls it for each line. Throws when base64 has too many units. */
  async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    if (this.#isBase64) this.#units += unitsIn(line)
    if (this.#units > MAX_BASE64_UNITS) throw new Error('Too many units of base64')
    await call(this, Reflect.get(PostalMime.prototype, 'processLine'), line, isFinal)
    const node: unknown = Reflect.get(this, 'currentNode')
    const decoder: unknown =
      typeof node === 'object' && node !== null ? Reflect.get(node, 'contentDecoder') : undefined
    if (decoder === this.#decoder || !isDecoder(decoder)) return
    this.#decoder = decoder
    // The package's own joins quoted lines and answers.
    if (typeof node === 'object' && node !== null) Reflect.set(node, 'decodeFlowedText', decodeFlowed)
    this.#isBase64 = Reflect.has(decoder, 'remainder')
    this.onHeader(node)
    decoder.finalize = async () => {
      // What the decoders of base64 and quoted-printable still have.
      call(decoder, Reflect.get(decoder, 'flushRemainder'))
      call(decoder, Reflect.get(decoder, 'flushBuffer'))
      return join(decoder.chunks)
    }
  }

  /** Called once or more for each part whose header is read. */
  protected onHeader(_part: unknown): void {}
}
