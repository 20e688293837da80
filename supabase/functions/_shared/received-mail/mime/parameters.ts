import { unescapeBytes } from '../../escaped-bytes.ts'
import { decodeText } from '../characters/characters.ts'
import { decodeWords, joinBytes } from '../characters/encoded-words.ts'

/** `; name=value`, with a value in quotes or up to the next semicolon. */
const parameter = /;\s*([^=;\s"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g
/** `name*0*`: the number of a piece, and whether it is encoded (RFC 2231). */
const extended = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/

const encoder = new TextEncoder()

interface Piece {
  index: number
  isEncoded: boolean
  value: string
}

function decodePieces(pieces: readonly Piece[]): string {
  const [first] = pieces
  const marked = first?.isEncoded ? /^([^']*)'[^']*'/.exec(first.value) : undefined
  const isAnyEncoded = pieces.some(({ isEncoded }) => isEncoded)
  let text = ''
  let open: Uint8Array[] = []
  const flush = () => {
    text += open.length > 0 ? decodeText(joinBytes(open), marked?.[1]) : ''
    open = []
  }
  for (const { value, isEncoded, index } of pieces) {
    if (isEncoded)
      open.push(
        unescapeBytes(encoder.encode(index === 0 ? value.slice(marked?.[0].length ?? 0) : value), '%'),
      )
    else {
      flush()
      text += value
    }
  }
  flush()
  return isAnyEncoded ? text : decodeWords(text)
}

/**
 * A parameter of a header, such as the file name of Content-Disposition: in pieces, with a charset or in encoded words.
 * @returns undefined without one
 */
export function parameterOf(header: string, parameterName: string): string | undefined {
  const pieces = new Map<number, Piece>()
  let plain: string | undefined
  for (const [, key = '', quoted, token = ''] of header.matchAll(parameter)) {
    const [, name = '', number, mark] = extended.exec(key) ?? []
    if (name.toLowerCase() !== parameterName) continue
    const value = quoted === undefined ? token.trim() : quoted.replace(/\\(.)/g, '$1')
    const index = Number(number ?? 0)
    // The first of several counts, as with headers.
    if (number === undefined && mark === undefined) plain ??= value
    else if (!pieces.has(index)) pieces.set(index, { index, isEncoded: mark !== undefined, value })
  }
  const inOrder = [...pieces.values()].sort((a, b) => a.index - b.index)
  if (inOrder.length > 0) return decodePieces(inOrder)
  return plain === undefined ? undefined : decodeWords(plain)
}
