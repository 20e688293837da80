import { unescapeBytes } from '../../escaped-bytes.ts'
import { charsetOf } from './charset-labels.ts'
import { decodeText } from './characters.ts'

/** An encoded word (RFC 2047), perhaps with a language (RFC 2231). Blanks occur within, and text right beside it. */
const wordPattern = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi

/** Words of a header that are decoded, each perhaps of another charset: far more than anybody's subject has. */
const MAX_WORDS = 500

const encoder = new TextEncoder()
const noBase64 = /[^A-Za-z0-9+/]+/g

/** Bytes of base64 that may lack its padding. */
function fromBase64(text: string): Uint8Array {
  const whole = text.length % 4 === 1 ? text.slice(0, -1) : text
  return Uint8Array.from(atob(whole), (sign) => sign.charCodeAt(0))
}

const fromQ = (text: string) => unescapeBytes(encoder.encode(text.replaceAll('_', ' ')), '=')

interface Word {
  written: string
  label: string
  isBase64: boolean
  text: string
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

/** Text of neighbouring words of one charset: their bytes are joined first, since words may end within a character. */
function decodeRun(words: readonly Word[]): string {
  const pieces: Uint8Array[] = []
  // Some programs also end words within a unit of base64.
  let open = ''
  for (const [index, { isBase64, text }] of words.entries()) {
    if (!isBase64) {
      pieces.push(fromQ(text))
      continue
    }
    open += text.replace(noBase64, '')
    if (open.length % 4 > 0 && !text.includes('=') && words[index + 1]?.isBase64) continue
    pieces.push(fromBase64(open))
    open = ''
  }
  const bytes = joinBytes(pieces)
  return bytes.length > 0 || words.every(({ text }) => text === '')
    ? decodeText(bytes, words[0]?.label)
    : words.map(({ written }) => written).join(' ')
}

const isBlank = (text: string) => !/[^ \t\r\n]/.test(text)

/** Each word of UTF-7 ends in ASCII by itself. */
const areJoined = (one: Word | undefined, two: Word) =>
  one !== undefined &&
  one.label.toLowerCase() === two.label.toLowerCase() &&
  charsetOf(two.label)?.reader !== 'utf-7'

/** The value of a header with its encoded words decoded; those that cannot be decoded, or are too many, stay as they are written. */
export function decodeWords(value: string): string {
  let text = ''
  let run: Word[] = []
  let end = 0
  let count = 0
  for (const found of value.matchAll(wordPattern)) {
    if ((count += 1) > MAX_WORDS) break
    const [written, label = '', encoding = '', encoded = ''] = found
    const word = { written, label, isBase64: encoding.toLowerCase() === 'b', text: encoded }
    const between = value.slice(end, found.index)
    end = found.index + written.length
    // Blanks between words are no text.
    const follows = run.length > 0 && isBlank(between)
    if (!follows || !areJoined(run[0], word)) {
      text += decodeRun(run)
      run = []
    }
    if (!follows) text += between
    run.push(word)
  }
  return text + decodeRun(run) + value.slice(end)
}
