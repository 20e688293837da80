import { asciiDomain, hasAsciiDoubles, lowerAscii } from '../ascii.ts'
import { decodeWords } from '../characters/encoded-words.ts'
import { HeaderReader, MalformedHeader, MAX_HEADER } from '../mime/structured-header.ts'

export interface Mailbox {
  address: string
  /** Encoded words are decoded. */
  name: string
}

export interface Addresses {
  mailboxes: Mailbox[]
  /** False when a part follows no grammar, or names a group. */
  isExact: boolean
}

/** Characters that end a word; brackets and backslashes occur in names that should be quoted. */
const wordPattern = /[^\s()<>:;@,"]+/y
const encodedWord = /=\?[^?\s]+\?[bq]\?[^?\s]*\?=/iy
/** Up to the next comma or semicolon that separates addresses. */
const rest = /[^,;"(]+/y

const localPart = /^[^\s\p{C}()<>[\]:;@\\,."]+(?:\.[^\s\p{C}()<>[\]:;@\\,."]+)*$/u
const domain = /^[^\s\p{C}()<>[\]:;@\\,."]+(?:\.[^\s\p{C}()<>[\]:;@\\,."]+)*\.?$/u

/** Whether DNS has room for it (RFC 1035, 2.3.4). Longer ones are nobody's, and take long to compare. */
const isHostName = (name: string) =>
  name !== '' && name.length <= 253 && name.split('.').every((label) => label.length <= 63)

/** `local@domain` at this place, without the blanks and comments that old mails may have within. */
function readAddress(reader: HeaderReader): string {
  const local = reader.quoted() ?? reader.match(wordPattern) ?? ''
  reader.expect('@')
  const host = reader.match(wordPattern) ?? ''
  if (
    !localPart.test(local) ||
    !domain.test(host) ||
    hasAsciiDoubles(local + host) ||
    !isHostName(asciiDomain(host))
  )
    throw new MalformedHeader('no address')
  return `${local}@${host.replace(/\.$/, '')}`
}

/** Takes `>` and the comments behind it. */
function readEnd(reader: HeaderReader): void {
  reader.skip()
  reader.expect('>')
  reader.skip()
  if (!reader.isAtEnd && reader.next !== ',' && reader.next !== ';')
    throw new MalformedHeader('text follows an address')
}

/** An address without brackets, perhaps with a name in a comment. */
function alone(text: string): Mailbox {
  const reader = new HeaderReader(text)
  reader.skip()
  const address = readAddress(reader)
  const comment = reader.skip() ?? ''
  if (!reader.isAtEnd) throw new MalformedHeader('text follows an address')
  return { address, name: decodeWords(comment) }
}

/** `name <address>`, `<address>` or `address (name)`; undefined for the name of a group, whose colon is next. */
function readMailbox(reader: HeaderReader): Mailbox | undefined {
  const start = reader.position
  let name = ''
  let isMarked = false
  for (;;) {
    if (reader.skip() !== undefined && name) name += ' '
    if (reader.take('<')) {
      reader.skip()
      const address = readAddress(reader)
      readEnd(reader)
      const shown = decodeWords(name.trim())
      // Programs name people without a name by their address; another address there is a second author.
      if (!isMarked && /\S@\S/.test(shown) && lowerAscii(shown) !== lowerAscii(address))
        throw new MalformedHeader('two addresses')
      return { address, name: shown }
    }
    if (reader.next === ':' && name) return undefined
    if (reader.isAtEnd || /[,;:>]/.test(reader.next)) return alone(reader.since(start))
    const marked = reader.quoted() ?? reader.match(encodedWord)
    isMarked ||= marked !== undefined
    name += marked ?? reader.match(wordPattern) ?? (reader.expect('@'), '@')
  }
}

/** Goes on behind the next separator. */
function recover(reader: HeaderReader): void {
  while (!reader.isAtEnd && reader.next !== ',' && reader.next !== ';') {
    if (reader.match(rest) === undefined) {
      reader.skip()
      reader.quoted()
    }
  }
}

/**
 * Reads a header of addresses by the grammar of RFC 5322. Parts that do not follow it are left out, members of groups are
 * listed like others.
 * @param most - stops after so many
 */
export function readAddresses(value: string, most = Infinity): Addresses {
  const mailboxes: Mailbox[] = []
  const isLong = value.length > MAX_HEADER
  let isExact = !isLong
  try {
    const reader = new HeaderReader(
      isLong ? value.slice(0, value.lastIndexOf(',', MAX_HEADER - 1) + 1) : value,
    )
    for (reader.skip(); !reader.isAtEnd && mailboxes.length < most; reader.skip()) {
      if (reader.take(',')) continue
      // The end of a group.
      if (reader.take(';')) {
        isExact = false
        continue
      }
      try {
        const mailbox = readMailbox(reader)
        if (mailbox) mailboxes.push(mailbox)
        else {
          reader.expect(':')
          isExact = false
        }
      } catch (error) {
        if (!(error instanceof MalformedHeader)) throw error
        isExact = false
        recover(reader)
      }
    }
  } catch (error) {
    if (!(error instanceof MalformedHeader)) throw error
    isExact = false
  }
  return { mailboxes, isExact }
}
