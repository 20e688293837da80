import type { FreeSpace } from '../data-folder/free-space'
import { copyConnection, getConnection } from './connection'
import { checkBody } from './request-shape'
import { guarded } from '../guard'
import type { HeldBody } from './held-bodies'
import { HttpError } from './http-error'
import { checkMailKey, type MailKeys } from './mail-key'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** With `/mime`, the address that Mailgun wants for whole mails. */
const receivedMail = /^\/functions\/v1\/receive-mail(\/|$)/

/** Storage reads its bodies itself, up to the limit of the bucket. */
const limits: [path: RegExp, bytes: number][] = [
  [/^\/storage\/v1\//, Infinity],
  // A mail of 25 MB, whose files JSON carries in base64.
  [receivedMail, 36 * megabyte],
  [/^\/(rest|functions)\/v1\//, 5 * megabyte],
  [/^/, 100 * kilobyte],
]
/** A larger body is drained up to here, so that the client reads the refusal instead of a connection reset. */
const drainLimit = 32 * megabyte

const tooLarge = () =>
  new HttpError(413, 'body_too_large', 'The request is too large', { connection: 'close' })

/** Whoever sends the mail tries again, and has sent nothing of it in vain. */
const noRoom = () =>
  new HttpError(503, 'no_room_for_mail', 'There is no room for emails now. Send it again later.', {
    'retry-after': '300',
    connection: 'close',
  })

/** The client broke off, which must not pass for a lost connection to the database. */
const brokenOff = () =>
  new HttpError(400, 'body_broken_off', 'The connection ended before the whole body arrived')

/** Seconds of grace, then bytes per second. What came quickly earns a pause, but never a longer one than `pause` seconds. */
const minimumUploadRate = { seconds: 10, rate: 16 * kilobyte, pause: 30 }
type MinimumRate = typeof minimumUploadRate

const tooSlow = () => new HttpError(408, 'body_too_slow', 'The upload is too slow', { connection: 'close' })

/** Milliseconds of a pause while the sender holds nearly all that it may, and between two looks at the deadline. */
const pauseWhenFull = 3_000
const lookEvery = 1_000

/**
 * Buffers at most `limit` bytes.
 * @returns undefined when there are more. Throws 408 below the minimum rate, and 503 when the sender holds too much.
 */
export async function readAtMost(
  request: Request,
  limit: number,
  { seconds, rate, pause }: MinimumRate = minimumUploadRate,
  held?: HeldBody,
): Promise<Buffer | undefined> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit + drainLimit) return undefined
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let total = 0
  let since = performance.now()
  let deadline = since + seconds * 1000
  let ended = false

  async function readAll(body: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    while (!ended) {
      const { done, value } = await body.read().catch(() => {
        throw brokenOff()
      })
      if (done || ended) return
      since = performance.now()
      deadline = Math.min(deadline + (value.byteLength / rate) * 1000, since + pause * 1000)
      total += value.byteLength
      if (total <= limit) {
        held?.add(value.byteLength)
        chunks.push(value)
      } else if (total > limit + drainLimit) return body.cancel()
      else chunks.length = 0
    }
  }

  /** One timer for the whole body. The deadline is earlier when the sender has little room left. */
  function watch(reject: (error: unknown) => void): NodeJS.Timeout {
    const look = guarded(() => {
      const end = held?.isNearlyFull() ? Math.min(deadline, since + pauseWhenFull) : deadline
      if (performance.now() >= end) throw tooSlow()
    }, reject)
    return setInterval(look, lookEvery)
  }

  if (reader) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => (timer = watch(reject)))
    try {
      await Promise.race([readAll(reader), late])
    } finally {
      ended = true
      clearInterval(timer)
    }
  }
  if (getConnection(request)?.hasBrokenOff?.()) throw brokenOff()
  return total > limit ? undefined : Buffer.concat(chunks)
}

interface BodyOptions {
  mailKeys: MailKeys
  space: FreeSpace
  /** Undefined for trusted senders. */
  held: HeldBody | undefined
}

/**
 * Reads and checks the whole body before any other work: slow senders occupy no queue slot, and costly bodies reach no
 * parser.
 * @returns a request with the buffered body. Throws 400, 401, 408, 413 and 503.
 */
export async function limitBody(
  request: Request,
  path: string,
  { mailKeys, space, held }: BodyOptions,
): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD') return request
  const limit = limits.find(([pattern]) => pattern.test(path))?.[1] ?? 0
  if (limit === Infinity) return request
  if (request.method === 'POST' && receivedMail.test(path)) {
    checkMailKey(request, mailKeys)
    if (await space.refusesSince()) throw noRoom()
  }
  const bytes = await readAtMost(request, limit, minimumUploadRate, held)
  if (!bytes) throw tooLarge()
  const headers = new Headers(request.headers)
  // Mails and their files may contain anything; their parser has its own limits.
  const contentType = headers.get('content-type') ?? ''
  const isRaw = receivedMail.test(path) && !/json|text\/plain/.test(contentType)
  if (!isRaw) checkBody(bytes, contentType, path)
  headers.delete('transfer-encoding')
  const body = bytes.length > 0 ? new Uint8Array(bytes) : undefined
  const read = new Request(request.url, { method: request.method, headers, body })
  copyConnection(request, read)
  return read
}
