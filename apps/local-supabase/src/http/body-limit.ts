import { copyConnection } from './address'
import { checkBody } from './request-shape'
import { HttpError } from './types'

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

/** Holds at most `limit` bytes. @returns undefined when there are more */
export async function readAtMost(request: Request, limit: number): Promise<Buffer | undefined> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit + drainLimit) return undefined
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let total = 0
  while (reader) {
    const { done, value } = await reader.read()
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
