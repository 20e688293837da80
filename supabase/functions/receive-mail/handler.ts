import { hasSecretKey, readProject, secretKeys, type ProjectEnvironment } from '../_shared/api-keys.ts'
import { HttpError } from '../_shared/http-error.ts'
import { toRecord, toText } from '../_shared/json.ts'
import { logError } from '../_shared/log.ts'
import type { Delivery, ReceivedMail } from '../_shared/received-mail/received-mail.ts'
import { removeOriginals, storeFiles } from '../_shared/received-mail/parts/store-files.ts'
import { parseHeaderTask, parseMailTask, readMailTask } from '../_shared/received-mail/tasks.ts'
import { notFiled } from '../_shared/received-mail/texts.ts'
import { createServiceApi, ServiceError, type ServiceApi } from '../_shared/service-api.ts'
import { isRefused, isTimeout, runHere, type RunTask } from '../_shared/task.ts'
import type { Incoming } from './adapters.ts'
import { contentHash, hashOf } from './content-hash.ts'
import { MAX_MAIL, readRequest, tooLarge } from './request.ts'

/** Environment variables. */
export interface Environment extends ProjectEnvironment {
  /** Shared with whatever delivers mails: signs raw ones, and is the password in the address that a provider calls. */
  RECEIVE_MAIL_SECRET?: string
  /** Mailgun's HTTP webhook signing key. */
  MAILGUN_SIGNING_KEY?: string
  /** The name that the receiving mail server writes into `Authentication-Results`. */
  MAIL_AUTHSERV_ID?: string
}

export interface Filed {
  recipient: string
  state: string
  reason: string
}

const isLongEnough = (secret: string | undefined) => secret !== undefined && secret.length >= 20

/** What `deploy:check` asks with a secret key: whether the settings are there, not what they are. */
const settingsOf = ({
  RECEIVE_MAIL_SECRET: secret,
  MAIL_AUTHSERV_ID: host,
  MAILGUN_SIGNING_KEY: mailgun,
}: Environment) => ({
  secret: isLongEnough(secret),
  host: Boolean(host),
  mailgun: Boolean(mailgun),
})

const failure = (status: number, error: string, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error, code }, { status, headers })

/** Addresses in one request. Beyond them it is refused, so that its sender learns of it: none is left out in silence. */
const MAX_RECIPIENTS = 1_000

/** Reply addresses first: they say where a mail belongs. */
function distinct(addresses: readonly string[]): string[] {
  const all = [...new Set(addresses.map((address) => address.trim().toLowerCase()))]
  return all.sort((a, b) => Number(b.includes('+')) - Number(a.includes('+')))
}

/** Recipients of the header and of hosts on the way: a forwarded mail has an envelope that the workspace does not know. */
const namedIn = ({ to, cc, delivered_to }: ReceivedMail) =>
  distinct([...[...to, ...cc].map(({ address }) => address), ...delivered_to])

/** Codes of our rules and constraints, and of values that no column takes (class 22). */
const FINAL_CODES = /^(?:P0001|PT\d{3}|23514|22[0-9A-Z]{3})$/

/** Refusals of this mail that repeating it would not change. Any other failure, of whatever status, may pass: the mail is sent again. */
const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError &&
  [400, 409, 413, 422].includes(error.status) &&
  FINAL_CODES.test(toText(error.details.code)) &&
  error.details.details !== 'mail_replayed'

/** What can be filed of a mail that the database refused: staff have its original. */
const bare = ({ message_id, from, subject, authentication, signed_to, size }: ReceivedMail) => ({
  ...{ message_id, from: { address: from.address, name: '' }, subject, authentication, signed_to, size },
  content: notFiled,
  never_answer: true,
  not_filed: true,
})

/**
 * Who shares the time that mails are read in: the domain of the envelope, in which a sender can have any number of addresses. A
 * provider delivers for all of them.
 */
const sharesTime = ({ sender, signedInAs }: Incoming): string =>
  (signedInAs ?? sender ?? '').toLowerCase().split('@').at(-1)?.slice(0, 255) ?? ''

/** Of a mail that takes too long or cannot be read, its header: trying again would end in the same way. */
function parse(raw: Uint8Array, delivery: Delivery, shared: string, run: RunTask): Promise<ReceivedMail> {
  return run({ ...parseMailTask, sender: shared }, raw, delivery).catch((error: unknown) => {
    if (isRefused(error)) throw error
    if (!isTimeout(error)) console.error(`receive-mail: a mail is filed by its header: ${String(error)}`)
    return run({ ...parseHeaderTask, sender: shared }, raw, { ...delivery, isHeaderOnly: true })
  })
}

/** Files the mail for each recipient. Repeating it is harmless. @throws ServiceError */
async function file(
  api: ServiceApi,
  incoming: Incoming,
  host: string | undefined,
  signature: string | null,
  run: RunTask,
): Promise<Filed[]> {
  const { raw, sender, signedInAs, verdict, isEnvelopeProven, isSignatureProven, isDoubtful } = incoming
  const shared = sharesTime(incoming)
  const trust = { verdict, isEnvelopeProven, isSignatureProven, isDoubtful, trustedHost: host }
  const delivery = { sender, signedInAs, ...trust }
  const mail = await parse(raw, delivery, shared, run)
  const original_path = `${await hashOf(raw)}.eml`
  const content_hash = await contentHash(mail, raw)
  const filed: Filed[] = []
  const stored = new Set<string>()
  let unused = signature

  async function receive(recipient: string, keep: boolean): Promise<Record<string, unknown>> {
    const call = (values: object) =>
      api.rpc('receive_mail', {
        mail: { ...values, recipient, original_path, content_hash, keep },
        signature: unused,
      })
    try {
      return toRecord(await call(mail))
    } catch (error) {
      if (!isRefusal(error)) throw error
      return toRecord(await call(bare(mail)))
    }
  }

  async function fileFor(recipient: string, keep = false): Promise<void> {
    const answer = await receive(recipient, keep)
    unused = null
    filed.push({ recipient, state: toText(answer.state), reason: toText(answer.reason) })
    // A repeated delivery, whose header may be another, is stored at the place of the first, if that is still empty: an original
    // is never replaced by other bytes.
    const path = toText(answer.original_path) || original_path
    const store = path === original_path ? api.store : api.storeFirst
    if (answer.original === true && !stored.has(path))
      await store('mail-originals', path, raw, 'message/rfc822')
    if (answer.original === true) stored.add(path)
    const files = Array.isArray(answer.files) ? answer.files : []
    if (files.length > 0)
      await storeFiles(api, toText(answer.id), await run({ ...readMailTask, sender: shared }, raw), files)
    // The mail is filed: a failure here must not make its sender repeat it.
    await removeOriginals(api, answer.old_originals).catch((error: unknown) =>
      console.error(`receive-mail: old originals were not removed: ${String(error)}`),
    )
  }

  const known = () => filed.filter(({ reason }) => reason !== 'unknown_recipient').length
  const inEnvelope = distinct(incoming.recipients)
  if (inEnvelope.length > MAX_RECIPIENTS)
    throw new HttpError(413, 'mail_too_large', `An email can have up to ${MAX_RECIPIENTS} recipients`)
  for (const recipient of inEnvelope) await fileFor(recipient)
  if (known() > 0) return filed
  for (const recipient of namedIn(mail)) if (!inEnvelope.includes(recipient)) await fileFor(recipient)
  if (known() > 0) return filed.filter(({ reason }) => reason !== 'unknown_recipient')
  // It was sent here for a reason: staff decide.
  const [first = 'unknown'] = filed.map(({ recipient }) => recipient)
  filed.length = 0
  await fileFor(first, true)
  return filed
}

/**
 * Files a received mail. Answers `{ results: [{ recipient, state, reason }] }` with 200 once it is stored, also for a mail that was
 * refused; 400, 401, 409 (signature used before), 413 and 415 for requests that cannot become one; 503 when it has to be
 * sent again. A GET with a secret key answers which settings are there.
 */
export async function handler(request: Request, env: Environment, run: RunTask = runHere): Promise<Response> {
  if (request.method === 'GET' && (await hasSecretKey(request, secretKeys(env))))
    return Response.json(settingsOf(env))
  if (request.method !== 'POST') return failure(405, 'Use POST', 'method_not_allowed')
  const { url, secretKey: key } = readProject(env)
  const secret = env.RECEIVE_MAIL_SECRET
  if (!secret || !isLongEnough(secret))
    return failure(401, 'RECEIVE_MAIL_SECRET is not set, or shorter than 20 characters', 'not_authorized')
  if (!url || !key) return failure(500, 'SUPABASE_URL and its secret key are not set', 'not_configured')
  try {
    const checked = await readRequest(request, { secret, mailgunKey: env.MAILGUN_SIGNING_KEY })
    if (!checked) return Response.json({ results: [] })
    if (checked.incoming.raw.byteLength > MAX_MAIL) throw tooLarge()
    const results = await file(
      createServiceApi(url, key),
      checked.incoming,
      env.MAIL_AUTHSERV_ID,
      checked.signature,
      run,
    )
    return Response.json({ results })
  } catch (error) {
    if (error instanceof HttpError) return failure(error.status, error.message, error.code)
    if (isRefused(error))
      return failure(503, 'Too many emails are being read', 'try_again', { 'retry-after': '30' })
    if (!(error instanceof ServiceError)) throw error
    if (error.details.details === 'mail_replayed')
      return failure(409, 'This request was already used', 'mail_replayed')
    logError(request, `receive-mail: answered 503: ${error.message}`)
    return failure(503, error.message, 'try_again', { 'retry-after': '30' })
  }
}
