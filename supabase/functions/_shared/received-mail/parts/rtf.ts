/** Characters of RTF that are read; messages of people are far below. */
const MAX_RTF = 2_000_000
/** Groups within one another. */
const MAX_DEPTH = 500
/** A message names its code page once. */
const MAX_CODE_PAGES = 20
/** Short runs of bytes, such as one letter between words of RTF, are decoded once. */
const MAX_KNOWN = 1_000
const SHORT_RUN = 4

/** Text before the first byte of a compressed message, to which the bytes may refer (MS-OXRTFCP, 2.1.3.1.1). */
const DICTIONARY =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier' +
  '{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const WINDOW = 4096
const [COMPRESSED, STORED] = [0x75465a4c, 0x414c454d]

/** RTF as Outlook stores it, as text whose characters are its bytes; empty for anything else. */
export function readCompressedRtf(bytes: Uint8Array): string {
  if (bytes.length < 16) return ''
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = Math.min(view.getUint32(4, true), MAX_RTF)
  const kind = view.getUint32(8, true)
  const rest = bytes.subarray(16)
  if (kind === STORED) return latin1(rest.subarray(0, size))
  return kind === COMPRESSED ? latin1(decompress(rest, size)) : ''
}

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

function decompress(bytes: Uint8Array, size: number): Uint8Array {
  const window = new Uint8Array(WINDOW)
  for (let at = 0; at < DICTIONARY.length; at += 1) window[at] = DICTIONARY.charCodeAt(at)
  const written = new Uint8Array(size)
  let [place, length] = [DICTIONARY.length, 0]
  const write = (byte: number) => {
    window[place] = byte
    place = (place + 1) % WINDOW
    written[length] = byte
    length += 1
  }
  for (let at = 0; at < bytes.length && length < size;) {
    const flags = bytes[at] ?? 0
    at += 1
    for (let bit = 0; bit < 8 && at < bytes.length && length < size; bit += 1) {
      if ((flags & (1 << bit)) === 0) {
        write(bytes[at] ?? 0)
        at += 1
        continue
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
      at += 2
      const from = reference >> 4
      // A reference to where the next byte goes ends the text.
      if (from === place) return written.subarray(0, length)
      for (let n = 0; n < (reference & 15) + 2 && length < size; n += 1)
        write(window[(from + n) % WINDOW] ?? 0)
    }
  }
  return written.subarray(0, length)
}

const words: Record<string, string> = {
  ...{ par: '\n', line: '\n', row: '\n', page: '\n', sect: '\n', tab: '\t', cell: '\t' },
  ...{ emdash: '—', endash: '–', bullet: '•', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”' },
}
/** Groups whose text is not the message's. */
const hidden = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'object',
  'header',
  'footer',
  'footnote',
])

const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi

interface Group {
  isHidden: boolean
  /** Characters after a Unicode one for programs that do not know it. */
  fallback: number
}

/**
 * The text of RTF, also of HTML within it.
 * @param decode - reads bytes in a code page of Windows
 */
export function rtfToText(rtf: string, decode: (bytes: Uint8Array, codePage: number) => string): string {
  const groups: Group[] = [{ isHidden: false, fallback: 1 }]
  const pieces: string[] = []
  let bytes: number[] = []
  let [codePage, codePages, skipped] = [1252, 0, 0]
  const known = new Map<string, string>()
  const read = () => {
    const run = new Uint8Array(bytes)
    if (run.length > SHORT_RUN) return decode(run, codePage)
    const key = `${codePage} ${run.join(' ')}`
    const text = known.get(key) ?? decode(run, codePage)
    if (known.size < MAX_KNOWN) known.set(key, text)
    return text
  }
  const flush = () => {
    if (bytes.length > 0) pieces.push(read())
    bytes = []
  }
  const add = (text: string) => {
    if (text === '' || groups.at(-1)?.isHidden) return
    flush()
    pieces.push(text)
  }
  const addByte = (code: number) => void (groups.at(-1)?.isHidden || bytes.push(code))
  for (const [, word, number, hex, symbol, brace, text] of rtf.slice(0, MAX_RTF).matchAll(token)) {
    const group = groups.at(-1)
    if (!group) break
    if (brace === '{') {
      groups.push({ ...group })
      skipped = 0
    } else if (brace === '}') {
      groups.pop()
      skipped = 0
    } else if (symbol === '*' || (word && hidden.has(word))) group.isHidden = true
    else if (word === 'u') {
      add(String.fromCharCode(Number(number ?? 63) & 0xffff))
      skipped = group.fallback
    } else if (word === 'uc') group.fallback = Math.min(Math.max(Number(number ?? 1), 0), 10)
    else if (word === 'ansicpg') {
      flush()
      if ((codePages += 1) <= MAX_CODE_PAGES) codePage = Number(number ?? 1252)
    } else if (word) add(words[word] ?? '')
    else if (hex && skipped > 0) skipped -= 1
    else if (hex) addByte(Number.parseInt(hex, 16))
    else if (symbol === '~') add(' ')
    else if (symbol && '{}\\'.includes(symbol)) add(symbol)
    else if (text) {
      const rest = text.slice(skipped)
      skipped = Math.max(0, skipped - text.length)
      for (let at = 0; at < rest.length; at += 1) addByte(rest.charCodeAt(at) & 0xff)
    }
    if (groups.length > MAX_DEPTH) break
  }
  flush()
  return pieces.join('').replaceAll('\0', '').trim()
}
