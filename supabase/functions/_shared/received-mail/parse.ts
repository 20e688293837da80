import type { Email } from 'postal-mime'
import { withoutArmor } from './parts/armor.ts'
import { asciiAddress } from './ascii.ts'
import { readAddresses, type Mailbox } from './sender/addresses.ts'
import {
  domainOf,
  isAligned,
  isPassedOn,
  readAuthentication,
  type Findings,
} from './sender/authentication.ts'
import { signedHeaders } from './sender/signed-headers.ts'
import { readBounce } from './bounces/bounce.ts'
import { isParsable } from './bounds.ts'
import { decodeText } from './characters/characters.ts'
import { bytesOf, sortFiles } from './parts/files.ts'
import { foldQuotes } from './quotes/fold-quotes.ts'
import { imageMark, readHtml, readableHtml } from './html/html.ts'
import { ownMessageId, referencesOf } from './message-ids.ts'
import { MimeParser } from './mime/mime-parser.ts'
import { readNoise } from './automatic/noise.ts'
import type { Part } from './parts/part-kinds.ts'
import { listParts, markKinds, withParts } from './parts/parts.ts'
import { headerOf, isAmbiguous, MAX_HEADER } from './mime/raw-header.ts'
import type { Delivery, Person, ReceivedMail } from './received-mail.ts'
import { noMarks, type Marks } from './quotes/structure-marks.ts'
import { boundText } from './text-bounds.ts'
import * as texts from './texts.ts'
import { unpack } from './parts/unpack.ts'

/** Halves of characters, as cutting leaves them, are no text. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')
/** PostgreSQL stores no zero bytes. */
const clean = (text: string) => wellFormed(text.replaceAll('\0', ''))
const oneLine = (text: string | undefined) =>
  clean(text ?? '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

const MAX_PEOPLE = 60
const MAX_PLACES = 500
const MAX_ADDRESS = 254
const toPerson = ({ address, name }: Mailbox): Person => ({
  address: asciiAddress(oneLine(address)),
  name: oneLine(name).slice(0, 100),
})
const people = (values: readonly string[]): Person[] =>
  values
    .slice(0, 20)
    .flatMap((value) => readAddresses(value, MAX_PEOPLE).mailboxes)
    .map(toPerson)
    .filter(({ address }) => address.length <= MAX_ADDRESS)
    .slice(0, MAX_PEOPLE)

/** Addresses of a field beyond the people whom it names, which may be reply addresses: a stranger can name many before another's. */
const placesBeyond = (values: readonly string[]): Person[] =>
  values
    .slice(0, 20)
    .flatMap((value) => readAddresses(value, MAX_PLACES).mailboxes)
    .slice(MAX_PEOPLE, MAX_PLACES)
    .map(toPerson)
    .filter(({ address }) => address.includes('+') && address.length <= MAX_ADDRESS)

/** The author: nobody unless there is one From with one address and nothing else, since readers differ in which one they show. */
function authorOf([value = '', another]: readonly string[]): Person {
  const { mailboxes, isExact } = readAddresses(value)
  const [first, second] = mailboxes.map(toPerson)
  const isOne = isExact && second === undefined && another === undefined
  return isOne && first && first.address.length <= MAX_ADDRESS ? first : { address: '', name: '' }
}

/** Where answers should go; null when that is not said clearly. */
function replyToOf(values: readonly string[], from: string): string | null {
  const isExact = values.length === 1 && values.every((value) => readAddresses(value).isExact)
  const address = isExact ? people(values)[0]?.address : undefined
  return address && address !== from ? address : null
}

const deliveryHeaders = [
  'delivered-to',
  'x-delivered-to',
  'x-forwarded-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-rcpt-to',
  'resent-to',
  'apparently-to',
]

async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const limits = {
  maxNestingDepth: 50,
  maxHeadersSize: MAX_HEADER,
  maxRfc822NestingDepth: 3,
  forceRfc822Attachments: true,
}

export type ParsedMail = Email & { attachments: Part[]; isBroken?: boolean }

/** The header alone, of a mail that cannot be parsed. */
export async function readHeader(raw: Uint8Array): Promise<ParsedMail> {
  const { bytes, isCut } = headerOf(raw)
  const nothing = { headers: [], headerLines: [], attachments: [], isBroken: true }
  if (isCut) return nothing
  try {
    return { ...(await new MimeParser(bytes, limits).read()), attachments: [], isBroken: true }
  } catch {
    return nothing
  }
}

/** Parses the raw mail; of one that cannot be parsed, or that has too many lines or parts, the header. */
export async function readMail(raw: Uint8Array, depth = 0): Promise<ParsedMail> {
  if (!isParsable(raw)) return readHeader(raw)
  const email = await new MimeParser(raw, limits).read().catch(() => readHeader(raw))
  const unpacked = await unpack(email, readMail, depth)
  return { ...unpacked, attachments: markKinds(unpacked.attachments) }
}

/** The subject of a mail in a mail. */
export const readSubject = async (raw: Uint8Array): Promise<string> =>
  oneLine((await readHeader(raw)).subject).slice(0, 200)

const hasInlineImage = ({ html, attachments }: Email) =>
  attachments.some(
    ({ contentId }) => contentId !== undefined && html?.includes(`cid:${contentId.replace(/^<|>$/g, '')}`),
  )

interface Text {
  text: string
  /** There is more in the original. */
  isCut: boolean
  marks: Marks
}

/** The text of a mail: the plain part, or the HTML when there is none or when it says where pictures stand. */
function textOf(email: ParsedMail, names: ReadonlyMap<string, string>): Text {
  if (email.isBroken) return { text: texts.unreadable, isCut: false, marks: noMarks }
  const whole = (email.text ?? '').trim()
  const bound = boundText(whole)
  const plain = clean(bound).trim()
  if (!email.html || (plain && !hasInlineImage(email)))
    return { text: plain, isCut: bound.length < whole.length, marks: noMarks }
  const { text: converted, marks } = readHtml(email.html)
  const read = boundText(converted)
  const text = clean(read).replace(/\[image: cid:([^\]]{1,500})\]/g, (_mark: string, id: string) => {
    const name = names.get(id)
    return name ? imageMark(name) : ''
  })
  return {
    text,
    isCut: read.length < converted.length || readableHtml(email.html).length < email.html.length,
    marks,
  }
}

const MAX_CONTENT = 9_800
const MAX_QUOTED = 49_900

const shorten = (text: string, max: number, isCut: boolean) =>
  text.length <= max && !isCut ? text : `${wellFormed(text.slice(0, max))}\n\n${texts.shortened}`

/** What proves the author, and whether the way of the mail does. */
function proofOf(email: ParsedMail, from: string, delivery: Delivery): Findings {
  const { signedInAs, verdict, sender = '', isEnvelopeProven, isSignatureProven, trustedHost } = delivery
  if (signedInAs !== undefined && asciiAddress(signedInAs) === from)
    return { authentication: 'pass', isSentByDomain: true }
  if (verdict === undefined) return readAuthentication(email.headers, from, trustedHost, sender)
  const isByAnother = isPassedOn(sender, from)
  if (verdict === 'pass' && isByAnother && isSignatureProven !== true) return { authentication: 'none' }
  return {
    authentication: verdict,
    isSentByDomain: isEnvelopeProven && !isByAnother && isAligned(domainOf(sender), domainOf(from)),
    isUnsigned: isSignatureProven === false,
  }
}

/** Reads a raw mail as the workspace needs it. Never throws for what somebody sent. */
export async function parseMail(raw: Uint8Array, delivery: Delivery): Promise<ReceivedMail> {
  const email = await (delivery.isHeaderOnly ? readHeader(raw) : readMail(raw))
  const valuesIn =
    (headers: Email['headers']) =>
    (...names: string[]) =>
      headers.flatMap(({ key, value }) => (names.includes(key) ? [value] : []))
  const from = authorOf(valuesIn(email.headers)('from'))
  const subject = oneLine(email.subject).slice(0, 500)
  const { files, rejected } = sortFiles(email.attachments, email.html)
  const names = new Map(
    files.map(({ index, name }) => [email.attachments[index]?.contentId?.replace(/^<|>$/g, '') ?? '', name]),
  )
  const { text, isCut, marks } = textOf(email, names)
  const parts = await listParts(email.attachments, readSubject)
  const unarmored = withoutArmor(text)
  // The marks count the lines of the whole text.
  const { content, quoted } = foldQuotes(unarmored, unarmored === text ? marks : noMarks)
  const sent = Date.parse(email.date ?? '')
  const noiseOf = (headers: Email['headers']) =>
    readNoise({
      values: (name) => valuesIn(headers)(name),
      subject,
      from: from.address,
      text: email.isBroken ? '' : content,
      sender: delivery.sender,
      types: email.attachments.map(({ mimeType }) => mimeType),
      sent: Date.UTC(2000, 0) < sent && sent < Date.UTC(2200, 0) ? sent : Date.now(),
    })
  const noise = noiseOf(email.headers)
  const found = proofOf(email, from.address, delivery)
  const proof: Findings =
    delivery.isDoubtful && found.authentication !== 'fail' ? { authentication: 'none' } : found
  const isProven = proof.authentication === 'pass' && email.isBroken !== true && !isAmbiguous(headerOf(raw))
  const signed =
    isProven && proof.isUnsigned !== true
      ? signedHeaders(email.headers, raw, domainOf(from.address))
      : undefined
  // A mark of programs that is not signed is heeded, since nobody is to answer programs, but may have been added.
  const areMarksSigned = () => signed !== undefined && noiseOf(signed).isAutomatic === noise.isAutomatic
  const isSentByDomain = proof.isSentByDomain === true
  const authentication =
    proof.authentication !== 'pass'
      ? proof.authentication
      : isProven && (isSentByDomain || areMarksSigned())
        ? 'pass'
        : 'none'
  const isBySignature = authentication === 'pass' && !isSentByDomain
  const values = valuesIn(isBySignature && signed ? signed : email.headers)
  const header = (name: string) => values(name)[0] ?? ''
  const bounce = readBounce({
    subject,
    from: from.address,
    text: email.isBroken ? '' : text,
    sender: delivery.sender,
    contentType: header('content-type'),
    header,
    parts: email.attachments.map((part) => ({
      mimeType: part.mimeType,
      text: () => decodeText(bytesOf(part).subarray(0, 300_000)),
    })),
  })
  return {
    message_id: ownMessageId(values('message-id').map(clean)) ?? `${await hashOf(raw)}@no-message-id`,
    from,
    reply_to: replyToOf(values('reply-to'), from.address),
    to: people(values('to')),
    cc: people(values('cc')),
    delivered_to: [
      ...people(values(...deliveryHeaders)),
      ...placesBeyond(values('to')),
      ...placesBeyond(values('cc')),
    ].map(({ address }) => address),
    subject,
    sent_at: Number.isFinite(sent) ? new Date(sent).toISOString() : null,
    references: referencesOf({
      inReplyTo: values('in-reply-to').map(clean),
      references: values('references').map(clean),
      threadIndex: header('thread-index'),
    }),
    authentication,
    signed_to: isBySignature ? people(values('to', 'cc')).map(({ address }) => address) : null,
    is_signed: authentication === 'pass' && signed !== undefined,
    is_automatic: noise.isAutomatic,
    is_response: noise.response !== null,
    response: noise.response,
    is_away: noise.isAway,
    away_until: noise.awayUntil,
    never_answer: noise.neverAnswer,
    content: shorten(quoted ? content : withParts(content, parts), MAX_CONTENT, isCut && quoted === ''),
    // What is cut off is rather history when there is some.
    quoted: shorten(quoted, MAX_QUOTED, isCut && quoted !== ''),
    files: bounce ? [] : files,
    rejected_files: bounce ? [] : rejected,
    parts: bounce ? [] : parts,
    size: raw.byteLength,
    bounce: bounce ?? null,
  }
}
