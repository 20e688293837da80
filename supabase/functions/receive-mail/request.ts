import { HttpError } from '../_shared/http-error.ts'
import { toRecord, toText } from '../_shared/json.ts'
import { readAtMost } from '../_shared/read-at-most.ts'
import { fromMailgun, fromPostmark, fromSes, parseJson, type Incoming } from './adapters.ts'
import { openForm, readForm } from './form.ts'
import { checkMailgun, checkSignature, hasBasicSecret } from './signature.ts'

/** Bytes of a raw mail. */
export const MAX_MAIL = 25 * 1024 * 1024
/** JSON carries attachments in base64. */
const MAX_BODY = 36 * 1024 * 1024

export const tooLarge = () =>
  new HttpError(413, 'mail_too_large', 'An email can have up to 25 MB including attachments')
const refused = () =>
  new HttpError(401, 'not_authorized', 'The request is not signed, or its signature is old')

/** Reads at most the limit. Throws 413. */
async function readBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY) throw tooLarge()
  const body = await readAtMost(request.body, MAX_BODY)
  if (!body) throw tooLarge()
  return body
}

/** Who delivers: used once is what makes the request unique. */
interface Checked {
  incoming: Incoming
  signature: string | null
}

function readEnvelope(header: string): Omit<Incoming, 'raw'> {
  let parsed: unknown
  try {
    parsed = JSON.parse(header)
  } catch {
    parsed = {}
  }
  const { to, from, signedInAs } = toRecord(parsed)
  return {
    recipients: (Array.isArray(to) ? to : []).map(toText).filter(Boolean),
    ...(typeof from === 'string' ? { sender: from } : {}),
    ...(typeof signedInAs === 'string' ? { signedInAs } : {}),
  }
}

/** @throws HttpError 400 */
function readJson(body: Uint8Array): Record<string, unknown> {
  const parsed = parseJson(new TextDecoder().decode(body), 'The body')
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new HttpError(400, 'bad_request', 'The body is not a JSON object')
  return toRecord(parsed)
}

/** SNS asks once whether the address wants its messages. */
async function confirmSubscription(body: Record<string, unknown>): Promise<void> {
  const url = toText(body.SubscribeURL)
  if (/^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com\//.test(url)) await (await fetch(url)).body?.cancel()
}

/**
 * Reads and authenticates a request: a raw mail with our signature, or a provider's form of it.
 * @returns undefined when there is nothing to file
 * @throws HttpError 400, 401, 413, 415
 */
export async function readRequest(
  request: Request,
  settings: { secret: string; mailgunKey: string | undefined },
): Promise<Checked | undefined> {
  const type = (request.headers.get('content-type') ?? '').toLowerCase()
  const kind = type.split(';')[0]?.trim()
  const header = request.headers.get('x-mail-signature')
  const isBasic = hasBasicSecret(request.headers.get('authorization'), settings.secret)
  const isForm = kind === 'multipart/form-data' || kind === 'application/x-www-form-urlencoded'
  // Before the body is read: strangers cost nothing.
  if (!header && !isBasic && !(isForm && settings.mailgunKey)) throw refused()
  const body = await readBody(request)
  const envelope = request.headers.get('x-mail-envelope') ?? ''
  const signature = header ? await checkSignature(header, settings.secret, envelope, body) : undefined
  if (header && !signature) throw refused()

  if (kind === 'message/rfc822')
    return { incoming: { raw: body, ...readEnvelope(envelope) }, signature: signature ?? null }
  if (isForm) {
    const form = openForm(body, request.headers.get('content-type') ?? '')
    let used = signature
    if (settings.mailgunKey) {
      const signed = {
        timestamp: form.field('timestamp'),
        token: form.field('token'),
        signature: form.field('signature'),
      }
      used = await checkMailgun(signed, settings.mailgunKey)
      if (!used) throw refused()
    }
    const { fields, files } = await readForm(form)
    return { incoming: await fromMailgun(fields, files, form.bytes('body-mime')), signature: used ?? null }
  }
  // SNS sends JSON as text/plain.
  if (kind !== 'application/json' && kind !== 'text/plain')
    throw new HttpError(
      415,
      'unsupported_type',
      'Send message/rfc822, or the JSON of Postmark, Mailgun or SES',
    )
  const json = readJson(body)
  if (json.Type === 'SubscriptionConfirmation') {
    await confirmSubscription(json)
    return undefined
  }
  const incoming =
    'FromFull' in json || 'RawEmail' in json
      ? await fromPostmark(json)
      : 'receipt' in json || 'Message' in json
        ? fromSes(json)
        : await fromMailgun(json, [])
  return { incoming, signature: signature ?? null }
}
