import { copyConnection } from './connection'
import { checkBody } from './request-shape'
import { HttpError } from './http-error'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Storage knows the limits of its buckets and reads its bodies itself. */
const limits: [path: RegExp, bytes: number][] = [
  [/^\/storage\/v1\//, Infinity],
  [/^\/(rest|functions)\/v1\//, 5 * megabyte],
  [/^/, 100 * kilobyte],
]
/** A body over its limit is still drained up to here, so that the client reads the refusal instead of a reset. */
const drainLimit = 32 * megabyte

const tooLarge = () =>
  new HttpError(413, 'body_too_large', 'The request is too large', { connection: 'close' })

/** For senders who hold a place meanwhile: seconds that all have, and bytes per second beyond. */
export const minimumUploadRate = { seconds: 10, rate: 16 * kilobyte }
type MinimumRate = typeof minimumUploadRate

const tooSlow = () => new HttpError(408, 'body_too_slow', 'The upload is too slow', { connection: 'close' })

/** Reads on until the time for what has come is over. Throws 408. */
async function readInTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  left: number,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow()), left)
  })
  try {
    return await Promise.race([reader.read(), over])
  } finally {
    clearTimeout(timer)
  }
}

/** Holds at most `limit` bytes. @returns undefined when there are more; throws 408 when they come below the pace */
export async function readAtMost(
  request: Request,
  limit: number,
  pace?: MinimumRate,
): Promise<Buffer | undefined> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit + drainLimit) return undefined
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let total = 0
  const began = performance.now()
  const left = ({ seconds, rate }: MinimumRate) =>
    (seconds + total / rate) * 1000 - (performance.now() - began)
  while (reader) {
    const { done, value } = await (pace ? readInTime(reader, left(pace)) : reader.read())
    if (done) break
    total += value.byteLength
    if (total <= limit) chunks.push(value)
    else if (total > limit + drainLimit) {
      await reader.cancel()
      return undefined
    } else chunks.length = 0
  }
  return total > limit ? undefined : Buffer.concat(chunks)
}

/**
 * Reads the whole body before anything else happens: a sender that takes its time holds no place in a queue, and a body
 * that fills the memory or breaks a parser reaches none.
 * @returns the request to go on with; throws 400 and 413
 */
export async function limitBody(request: Request, path: string): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD') return request
  const limit = limits.find(([pattern]) => pattern.test(path))?.[1] ?? 0
  if (limit === Infinity) return request
  const bytes = await readAtMost(request, limit)
  if (!bytes) throw tooLarge()
  const headers = new Headers(request.headers)
  checkBody(bytes, headers.get('content-type') ?? '')
  headers.delete('transfer-encoding')
  const body = bytes.length > 0 ? new Uint8Array(bytes) : undefined
  const read = new Request(request.url, { method: request.method, headers, body })
  copyConnection(request, read)
  return read
}
