const read = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined

/** Texts of Storage, from jose, for a token that is expired, not yet valid or signed with an old key. */
const REFUSED_TOKEN = /^"(?:exp|nbf|iat)" claim|^signature verification failed|\bJW[STK]/

/**
 * The status that Storage means: it answers nearly every failure with HTTP 400 and the status in the body, also passing
 * ones (423, 503). 401 when renewing the session helps: Storage says 403 to an expired token, and where anonymous callers
 * may read, that the bucket does not exist.
 * @param status the HTTP status
 * @param body of the answer, parsed, or an error of storage-js
 */
export function storageStatus(status: number, body: unknown): number {
  const code = read(body, 'code')
  const message = read(body, 'message')
  if (code === 'InvalidJWT' || code === 'NoSuchBucket') return 401
  if (code === 'AccessDenied' && typeof message === 'string' && REFUSED_TOKEN.test(message)) return 401
  const stated = Number(read(body, 'statusCode') ?? status)
  return Number.isInteger(stated) && stated > 0 ? stated : status
}
