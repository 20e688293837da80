import { createTransport } from 'nodemailer'
import { fromBase64, toBase64 } from '../_shared/base64.ts'
import { HttpError } from '../_shared/http-error.ts'
import { toRecord, toText } from '../_shared/json.ts'
import type { Authentication } from '../_shared/received-mail/sender/authentication.ts'
import { hashOf } from './content-hash.ts'
import { isSameHeader } from './provider-fields.ts'

/** A mail as a provider delivers it, in one form. */
export interface Incoming {
  raw: Uint8Array
  /** The envelope's recipients. */
  recipients: string[]
  /** The envelope's sender: empty for bounces, undefined when unknown. */
  sender?: string | undefined
  signedInAs?: string | undefined
  verdict?: Authentication | undefined
  isEnvelopeProven?: boolean | undefined
  isSignatureProven?: boolean | undefined
  /** The provider's fields name other people than its headers: nothing proves the author. */
  isDoubtful?: boolean | undefined
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const utf8 = (text: string) => new TextEncoder().encode(text)

/** @throws HttpError 400 that names the field */
function readAs<T>(form: string, name: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw new HttpError(400, 'bad_request', `${name} is not ${form}`)
  }
}

/** @throws HttpError 400 */
export const parseJson = (text: string, name: string): unknown =>
  readAs('JSON', name, (): unknown => JSON.parse(text))

const bytesIn = (text: string, name: string) => readAs('base64', name, () => fromBase64(text))

interface Part {
  filename: string
  content: Uint8Array
  contentType: string
  cid?: string | undefined
}

interface Fields {
  headers: { key: string; value: string }[]
  text: string
  html: string
  attachments: Part[]
}

/** Headers that the composer writes itself. */
const composed = /^(content-|mime-version$)/i

/** Composes the raw mail from the fields of a provider that keeps no original. */
async function compose({ headers, text, html, attachments }: Fields): Promise<Uint8Array> {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // A repeated delivery has the same body; the sender cannot write the boundary into a text that decides it.
  const contents = [text, html, ...(await Promise.all(attachments.map(({ content }) => hashOf(content))))]
  const fixed = { baseBoundary: await hashOf(utf8(JSON.stringify(contents))) }
  const { message } = await composer.sendMail({
    ...fixed,
    text,
    ...(html ? { html } : {}),
    attachments: attachments.map(({ content, cid, ...rest }) => ({
      ...rest,
      content: toBase64(content),
      encoding: 'base64',
      ...(cid ? { cid } : {}),
    })),
  })
  if (!(message instanceof Uint8Array)) throw new Error('The composed mail is not in memory')
  const body = new Uint8Array(message)
  // The provider's headers go on top as they are, without those that describe the composed body.
  const own = new TextDecoder('latin1').decode(body)
  const end = own.indexOf('\r\n\r\n')
  const bodyHeaders = own
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .filter((line) => composed.test(line))
  const given = headers
    .filter(({ key }) => /^[\w-]+$/.test(key) && !composed.test(key))
    .map(({ key, value }) => `${key}: ${value.replace(/[\r\n\0]+/g, ' ')}`)
  const head = utf8([...given, ...bodyHeaders].join('\r\n'))
  const rest = body.subarray(end)
  const raw = new Uint8Array(head.length + rest.length)
  raw.set(head)
  raw.set(rest, head.length)
  return raw
}

/** Postmark's inbound webhook; with "Include raw email content" the original itself. @throws HttpError 400 */
export async function fromPostmark(body: Record<string, unknown>): Promise<Incoming> {
  const recipients = [toText(body.OriginalRecipient)].filter(Boolean)
  const raw = toText(body.RawEmail)
  const given = list(body.Headers).map((entry) => {
    const { Name, Value } = toRecord(entry)
    return { key: toText(Name), value: toText(Value) }
  })
  const valuesOf = (name: string) =>
    given.flatMap(({ key, value }) => (key.toLowerCase() === name ? [value] : []))
  const textsOf = (value: unknown, name: string) => {
    const texts = [...(typeof value === 'string' ? [value] : []), ...valuesOf(name)]
    return texts.length > 0 ? texts : undefined
  }
  const has = (name: string) => given.some(({ key }) => key.toLowerCase() === name)
  const people = (value: unknown) =>
    list(value)
      .map((entry) => {
        const { Email, Name } = toRecord(entry)
        return toText(Name) ? `"${toText(Name).replace(/["\\]/g, '')}" <${toText(Email)}>` : toText(Email)
      })
      .join(', ')
  const headers = [
    ...given,
    { key: 'From', value: people([body.FromFull]) },
    { key: 'To', value: people(body.ToFull) },
    { key: 'Cc', value: people(body.CcFull) },
    { key: 'Reply-To', value: toText(body.ReplyTo) },
    { key: 'Subject', value: toText(body.Subject) },
    { key: 'Date', value: toText(body.Date) },
    { key: 'Message-ID', value: `<${toText(body.MessageID)}@inbound.postmarkapp.com>` },
  ].filter(({ key, value }, index) => value !== '' && (index < given.length || !has(key.toLowerCase())))
  const isSame = (value: unknown, name: string, parsed: unknown) =>
    isSameHeader(textsOf(value, name), [people(parsed)])
  return {
    recipients,
    isDoubtful:
      raw === '' &&
      !(
        isSame(body.From, 'from', [body.FromFull]) &&
        isSame(body.To, 'to', body.ToFull) &&
        isSame(body.Cc, 'cc', body.CcFull)
      ),
    raw: raw
      ? utf8(raw)
      : await compose({
          headers,
          text: toText(body.TextBody),
          html: toText(body.HtmlBody),
          attachments: list(body.Attachments).map((entry) => {
            const { Name, Content, ContentType, ContentID } = toRecord(entry)
            return {
              filename: toText(Name),
              content: bytesIn(toText(Content), 'Attachments'),
              contentType: toText(ContentType),
              cid: toText(ContentID) || undefined,
            }
          }),
        }),
  }
}

/**
 * Mailgun's route: the original in `body-mime` (an address that ends in `mime`), else its fields.
 * @param original - its bytes, which are none of UTF-8 in some mails
 * @throws HttpError 400
 */
export async function fromMailgun(
  body: Record<string, unknown>,
  attachments: Part[],
  original: Uint8Array = new Uint8Array(),
): Promise<Incoming> {
  const recipients = toText(body.recipient)
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const sender = toText(body.sender)
  const mime = toText(body['body-mime'])
  if (mime)
    return { raw: original.length > 0 ? original : utf8(mime), recipients, sender: sender || undefined }
  const named = body['message-headers']
  const pairs: unknown = typeof named === 'string' ? parseJson(named || '[]', 'message-headers') : named
  const headers = list(pairs).map((pair) => {
    const [key, value] = list(pair)
    return { key: toText(key), value: toText(value) }
  })
  const text = toText(body['body-plain'])
  const isSame = (...names: string[]) => {
    const field = names.map((name) => body[name]).find((value) => typeof value === 'string')
    const values = headers.flatMap(({ key, value }) => (names.includes(key.toLowerCase()) ? [value] : []))
    return isSameHeader(typeof field === 'string' ? [field] : undefined, values)
  }
  return {
    recipients,
    sender: sender || undefined,
    isDoubtful: !(isSame('from', 'From') && isSame('to', 'To') && isSame('cc', 'Cc')),
    raw: await compose({ headers, text, html: toText(body['body-html']), attachments }),
  }
}

const isPass = (value: unknown) => toRecord(value).status === 'PASS'
const isFail = (value: unknown) => toRecord(value).status === 'FAIL'

/** An SES receipt (its SNS action, with the content), as it is or in the envelope of SNS. @throws HttpError 400 */
export function fromSes(body: Record<string, unknown>): Incoming {
  const message = typeof body.Message === 'string' ? toRecord(parseJson(body.Message, 'Message')) : body
  const receipt = toRecord(message.receipt)
  const content = toText(message.content)
  const isBase64 = toRecord(receipt.action).encoding === 'BASE64'
  const { dmarcVerdict, spfVerdict, dkimVerdict } = receipt
  // Only DMARC compares the domains with the one in From.
  const verdict = isPass(dmarcVerdict)
    ? 'pass'
    : isFail(dmarcVerdict) || (isFail(spfVerdict) && !isPass(dkimVerdict))
      ? 'fail'
      : 'none'
  const source = toText(toRecord(message.mail).source)
  return {
    raw: isBase64 ? bytesIn(content, 'content') : utf8(content),
    recipients: list(receipt.recipients).map(toText),
    sender: source === '<>' ? '' : source || undefined,
    verdict,
    isEnvelopeProven: isPass(spfVerdict),
    isSignatureProven: isPass(dkimVerdict),
  }
}
