import iconv from 'iconv-lite'
import { charsetOf } from './charset-labels.ts'
import { isUtf8 as isShortUtf8, readLooseUtf8 } from './loose-utf-8.ts'
import { guessCharset } from './script-guess.ts'
import { unshift } from './shifted-text.ts'
import { readUtf7 } from './utf-7.ts'

/** Text of so few bytes is often one of many pieces: an exception takes longer than reading them. */
const SHORT = 4_096
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function asUtf8(bytes: Uint8Array): string | undefined {
  if (bytes.length <= SHORT && !isShortUtf8(bytes)) return undefined
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}

export const isUtf8 = (bytes: Uint8Array): boolean =>
  bytes.length <= SHORT ? isShortUtf8(bytes) : asUtf8(bytes) !== undefined

/** Made once for each name of the Encoding Standard, of which there are forty. */
const decoders = new Map<string, TextDecoder>()
function platformDecoder(name: string): TextDecoder {
  const decoder = decoders.get(name) ?? new TextDecoder(name)
  decoders.set(name, decoder)
  return decoder
}

/** How many characters have two bytes in UTF-8, and how many have more. */
function countWide(text: string): { double: number; longer: number } {
  const counts = { double: 0, longer: 0 }
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 0x800) counts.longer += 1
    else if (code >= 0x80) counts.double += 1
  }
  return counts
}

/** Bytes without a charset, or said to be UTF-8: they are unless most of what is not ASCII is plainly of another script. */
function utf8OrGuess(bytes: Uint8Array): string {
  const exact = asUtf8(bytes)
  if (exact !== undefined) return exact
  const { text, wide, broken } = readLooseUtf8(bytes)
  const charset = broken > wide ? guessCharset(bytes) : 'windows-1252'
  return charset === 'windows-1252' ? text : iconv.decode(bytes, charset)
}

/** Charsets in which a letter of a common word and the next one may look like a character of two bytes in UTF-8. */
const dense = /^(?:gb|big5|euc|shift|windows-874|iso-8859-11|cp9)/

/** Text whose bytes are UTF-8 although the label is another one, as many programs send it. */
function mislabelled(bytes: Uint8Array, charset: string): string | undefined {
  const text = asUtf8(bytes)
  if (text === undefined) return undefined
  const { double, longer } = countWide(text)
  return longer > double || (double > 0 && !dense.test(charset)) ? text : undefined
}

const isPair = (bytes: Uint8Array, first: number, second: number) => bytes[0] === first && bytes[1] === second

/** Labels do not tell the order of bytes, and some mails have text of eight bits under this one. */
function readUtf16(bytes: Uint8Array): string {
  let [even, odd] = [0, 0]
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  if (isPair(bytes, 0xfe, 0xff)) even = Infinity
  if (isPair(bytes, 0xff, 0xfe)) odd = Infinity
  const isNarrow = even + odd === 0 && (bytes.length % 2 === 1 || bytes.length >= 8)
  const narrow = isNarrow ? asUtf8(bytes) : undefined
  // Behind the text there may be the end of a line in one byte.
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2))
  return narrow ?? platformDecoder(even > odd ? 'utf-16be' : 'utf-16le').decode(whole)
}

/** Text without a label, perhaps in the seven bits that Japanese programs took for granted. */
function readUnlabelled(bytes: Uint8Array): string {
  if (isPair(bytes, 0xfe, 0xff) || isPair(bytes, 0xff, 0xfe)) return readUtf16(bytes)
  const text = utf8OrGuess(bytes)
  return text.includes('\u001b$B') || text.includes('\u001b$@') ? decodeText(bytes, 'iso-2022-jp') : text
}

/**
 * Text of bytes in the charset of a label. The package decodes them, since Node 20 reads windows-1252 as ISO-8859-1 and leaves
 * out letters of others. Never throws.
 * @param label - as the mail writes it; unknown and missing ones are guessed
 */
export function decodeText(bytes: Uint8Array, label = ''): string {
  const charset = charsetOf(label)
  switch (charset?.reader) {
    case undefined:
      return readUnlabelled(bytes)
    case 'utf-8':
      return utf8OrGuess(bytes)
    case 'utf-16':
      return readUtf16(bytes)
    case 'utf-7':
      return mislabelled(bytes, '') ?? readUtf7(bytes)
    case 'platform':
      return mislabelled(bytes, charset.name) ?? platformDecoder(charset.name).decode(bytes)
    case 'shifted':
      return mislabelled(bytes, '') ?? iconv.decode(unshift(bytes, charset.kind), charset.name)
    case 'table':
      return mislabelled(bytes, charset.name) ?? iconv.decode(bytes, charset.name)
  }
}

/** The charset that HTML names for itself, among its first bytes. */
export function charsetOfHtml(bytes: Uint8Array): string {
  const start = iconv.decode(bytes.subarray(0, 2_048), 'iso-8859-1')
  const label = /<meta\b[^>]*?\bcharset\s*=\s*["']?([\w.:-]{1,40})/i.exec(start)?.[1] ?? ''
  // What it would say in UTF-16 could not be read.
  return charsetOf(label)?.reader === 'utf-16' ? 'utf-8' : label
}
