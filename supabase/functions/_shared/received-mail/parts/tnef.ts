import { composeMail, type ComposedFile } from './compose.ts'
import { safeName } from './files.ts'
import { numberOfProperty, readProperties, textOfProperty, type Properties } from './mapi.ts'
import { readCompressedRtf, rtfToText } from './rtf.ts'

/** What a `winmail.dat` of Outlook holds (MS-OXTNEF). */
export interface Tnef {
  from: string
  to: string
  subject: string
  date: string
  text: string
  html: string
  files: ComposedFile[]
}

const SIGNATURE = 0x223e9f78
const MAX_ATTRIBUTES = 20_000
/** Files of all messages within one another, and bytes of those that are composed. */
const MAX_FILES = 200
const MAX_COMPOSED = 30_000_000
/** Messages within one another. */
const MAX_DEPTH = 5
/** Before the message of an attached object. */
const GUID_SIZE = 16

/** The low half of an attribute's number; the high one is its type. */
const attribute = {
  subject: 0x8004,
  body: 0x800c,
  file: 0x800f,
  fileTitle: 0x8010,
  fileBegins: 0x9002,
  properties: 0x9003,
  fileProperties: 0x9005,
  codePage: 0x9007,
}

const property = {
  subject: 0x0037,
  sentAt: 0x0039,
  senderName: 0x0c1a,
  senderAddress: 0x5d01,
  displayTo: 0x0e04,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  data: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  mimeTag: 0x370e,
  contentId: 0x3712,
  displayName: 0x3001,
  codePage: 0x3fde,
}

export const isTnef = (bytes: Uint8Array): boolean =>
  bytes.length > 6 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === SIGNATURE

const decodeBytes = (value: Uint8Array, codePage: number) => textOfProperty({ type: 0x1e, value }, codePage)

/** What may still be read and composed. */
interface Budget {
  files: number
  bytes: number
}

interface RawFile {
  title: Uint8Array
  content: Uint8Array
  properties: Properties
}

interface RawMessage {
  codePage: number
  attributes: Map<number, Uint8Array>
  files: RawFile[]
}

/** Attributes up to the first that is none: what was read before it counts. */
function readAttributes(bytes: Uint8Array, budget: Budget): RawMessage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const message: RawMessage = { codePage: 1252, attributes: new Map(), files: [] }
  const nothing = new Uint8Array(0)
  // Signature and key; then level, number, length, content and checksum of each attribute.
  for (let at = 6, count = 0; at + 9 <= bytes.length && count < MAX_ATTRIBUTES; count += 1) {
    const level = bytes[at]
    const id = view.getUint32(at + 1, true) & 0xffff
    const length = view.getUint32(at + 5, true)
    const end = at + 9 + length
    if ((level !== 1 && level !== 2) || end > bytes.length) break
    const content = bytes.subarray(at + 9, end)
    at = end + 2
    if (id === attribute.codePage && length >= 4) message.codePage = view.getUint32(end - length, true)
    if (level === 1) {
      if (!message.attributes.has(id)) message.attributes.set(id, content)
      continue
    }
    if (id === attribute.fileBegins) {
      if ((budget.files -= 1) < 0) break
      message.files.push({ title: nothing, content: nothing, properties: new Map() })
    }
    const file = message.files.at(-1)
    if (!file) continue
    if (id === attribute.file) file.content = content
    if (id === attribute.fileTitle) file.title = content
    if (id === attribute.fileProperties) file.properties = readProperties(content)
  }
  return message
}

/** Milliseconds between 1601, where Windows counts 100 ns from, and 1970. */
const WINDOWS_EPOCH = 11_644_473_600_000

function dateOf(bytes: Uint8Array | undefined): string {
  if (!bytes || bytes.length < 8) return ''
  const ticks = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true)
  const date = new Date(Number(ticks / 10_000n) - WINDOWS_EPOCH)
  return Number.isFinite(date.getTime()) ? date.toUTCString() : ''
}

function fileOf(
  { title, content, properties }: RawFile,
  codePage: number,
  depth: number,
  budget: Budget,
): ComposedFile | undefined {
  const text = (id: number) => textOfProperty(properties.get(id), codePage)
  const name = safeName(
    text(property.longName) ||
      decodeBytes(title, codePage) ||
      text(property.shortName) ||
      text(property.displayName),
    'file',
  )
  const object = properties.get(property.data)?.value
  const embedded = object?.subarray(GUID_SIZE)
  if (embedded && isTnef(embedded)) {
    // Beyond the bounds it stays one file, with all that is in it.
    const isBounded = depth < MAX_DEPTH && budget.files > 0 && (budget.bytes -= embedded.length) >= 0
    const message = isBounded ? readTnef(embedded, depth + 1, budget) : undefined
    if (!message || budget.files < 0) return { name, type: 'application/ms-tnef', content: embedded }
    return {
      name: `${safeName(message.subject, 'email').slice(0, 90)}.eml`,
      type: 'message/rfc822',
      content: composeMail(message),
    }
  }
  const held = content.length > 0 ? content : (object ?? content)
  if (held.length === 0) return undefined
  const declared = text(property.mimeTag).toLowerCase()
  const contentId = text(property.contentId)
  return {
    name,
    type: /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(declared) ? declared : 'application/octet-stream',
    content: held,
    ...(contentId && { contentId }),
  }
}

/** Reads a message with its files; undefined for anything else. Never throws. */
export function readTnef(
  bytes: Uint8Array,
  depth = 0,
  budget: Budget = { files: MAX_FILES, bytes: MAX_COMPOSED },
): Tnef | undefined {
  if (!isTnef(bytes)) return undefined
  const { codePage, attributes, files } = readAttributes(bytes, budget)
  const properties = readProperties(attributes.get(attribute.properties) ?? new Uint8Array(0))
  const text = (id: number) => textOfProperty(properties.get(id), codePage)
  const plain = (id: number) => decodeBytes(attributes.get(id) ?? new Uint8Array(0), codePage)
  const address = text(property.senderAddress)
  const readText = text(property.body) || plain(attribute.body)
  // In the code page of the internet, unlike all else.
  const html = textOfProperty(
    properties.get(property.html),
    numberOfProperty(properties.get(property.codePage)) ?? codePage,
  )
  const rtf = readText || html ? undefined : properties.get(property.rtf)?.value
  return {
    from: [text(property.senderName), address && `<${address}>`].filter(Boolean).join(' '),
    to: text(property.displayTo),
    subject: text(property.subject) || plain(attribute.subject),
    date: dateOf(properties.get(property.sentAt)?.value),
    text: rtf ? rtfToText(readCompressedRtf(rtf), decodeBytes) : readText,
    html,
    files: files.flatMap((file) => fileOf(file, codePage, depth, budget) ?? []),
  }
}
