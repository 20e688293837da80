import { fromBase64 } from '../base64.ts'
import { decodeWords } from './characters/encoded-words.ts'
import { HeaderReader, MalformedHeader, MAX_HEADER } from './mime/structured-header.ts'

const MAX_IDS = 1_000
const inBrackets = /<[^<>\s]{1,500}>/y
const other = /[^<"(]+/y
const bare = /^[^\s<>"()]{1,500}$/

/** Message-IDs of a header, without brackets, in their order; of a long one, the last. Those in comments and quoted strings are none. */
export function messageIdsIn(value: string): string[] {
  const ids: string[] = []
  try {
    const reader = new HeaderReader(value.slice(-MAX_HEADER))
    while (!reader.isAtEnd && ids.length < MAX_IDS) {
      const id = reader.match(inBrackets)
      if (id !== undefined) ids.push(id.slice(1, -1))
      else if (
        reader.skip() === undefined &&
        reader.quoted() === undefined &&
        reader.match(other) === undefined
      )
        reader.take('<')
    }
  } catch (error) {
    // What came before the broken part stays.
    if (!(error instanceof MalformedHeader)) throw error
  }
  return ids
}

/** The Message-ID of a mail, also without brackets; undefined unless the headers name exactly one. */
export function ownMessageId(values: readonly string[]): string | undefined {
  const [value = '', another] = values
  if (another !== undefined) return undefined
  const ids = messageIdsIn(value)
  if (ids.length > 0) return ids.length === 1 ? ids[0] : undefined
  return bare.test(value.trim()) ? value.trim() : undefined
}

/** How many Message-IDs a mail may answer. */
export const MAX_REFERENCES = 150
/** Of a longer header, the root at its beginning and the newest at its end are read. */
const [MAX_HEAD, MAX_TAIL] = [2_000, 60_000]
const MAX_LENGTH = 500

const inBracketsOrBare = /<[^<>]*>|[^\s<>,;"()]+/g

/**
 * Message-IDs that a header refers to, wherever they stand in it: an id only points at a mail and proves nothing, while programs
 * fold ids, encode them, escape or forget their brackets, and leave comments open.
 */
function pointersIn(value: string): string[] {
  const cut =
    value.length > MAX_HEAD + MAX_TAIL ? `${value.slice(0, MAX_HEAD)} ${value.slice(-MAX_TAIL)}` : value
  const text = (cut.includes('=?') ? decodeWords(cut) : cut).replace(/&lt;/gi, '<').replace(/&gt;/gi, '>')
  return (text.match(inBracketsOrBare) ?? []).flatMap((found) => {
    const isBracketed = found.startsWith('<')
    const id = isBracketed ? found.slice(1, -1).replace(/\s+/g, '') : found
    // Without the sign, words are no id.
    const isId = id.includes('@') || (isBracketed && id.length === found.length - 2)
    return isId && id !== '' && id.length <= MAX_LENGTH ? [id] : []
  })
}

/** Bytes of a Thread-Index before the unique part, and of that part. */
const [TIME_BYTES, ID_BYTES] = [6, 16]

/**
 * The ticket whose id is in the Thread-Index of our mails: Outlook keeps it in answers that have lost all Message-IDs.
 * @returns the root id of that ticket; undefined for anything that cannot be one
 */
function rootInThreadIndex(value: string): string | undefined {
  const start = value.replace(/\s+/g, '').slice(0, 32)
  if (!/^[A-Za-z0-9+/]{30,32}={0,2}$/.test(start)) return undefined
  const bytes = fromBase64(start).subarray(TIME_BYTES, TIME_BYTES + ID_BYTES)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `ticket.${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}@thread-index`
}

interface ThreadHeaders {
  inReplyTo: readonly string[]
  references: readonly string[]
  threadIndex: string
}

/** Message-IDs that a mail answers, the nearest first; of more than 150, the newest and the root. */
export function referencesOf({ inReplyTo, references, threadIndex }: ThreadHeaders): string[] {
  const [answered = [], earlier = []] = [inReplyTo, references].map((values) =>
    values.slice(0, 5).flatMap(pointersIn),
  )
  const all = [...new Set([...answered.slice(0, 50), ...earlier.reverse()])]
  const [root] = all.slice(-1)
  const kept =
    all.length > MAX_REFERENCES && root !== undefined ? [...all.slice(0, MAX_REFERENCES - 1), root] : all
  const index = rootInThreadIndex(threadIndex.slice(0, 1_000))
  return index === undefined ? kept : [...kept, index]
}
