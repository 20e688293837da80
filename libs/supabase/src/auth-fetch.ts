import { reportReachable } from './connection'
import { rememberReference } from './errors/references'
import { probeBackend, UNREACHABLE_STATUS } from './probe-backend'

const SHORTEST_WAIT_MS = 1_000
/** auth-js gives up 30 s after its first attempt, and asks again a minute later. */
const LONGEST_WAIT_MS = 20_000

/**
 * `fetch` for auth-js, which drops an expired session when a refresh fails with anything but a 5xx. Only a refused refresh
 * token ends a session. Other failures, such as 429 for an office behind one address or 409 for two tabs at once, become
 * 503, which auth-js retries; the answer is delayed by the server's `Retry-After`. Reports whether refreshes reach the
 * backend, because requests wait for them. New sessions end by the clock of this device; see {@link inDeviceTime}.
 */
export const authFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init).catch((error: unknown) => {
    if (isRefresh(input)) reportReachable(false, probeBackend)
    throw error
  })
  await rememberReference(response)
  if (isRefresh(input)) reportReachable(!UNREACHABLE_STATUS.has(response.status), probeBackend)
  if (response.ok) return inDeviceTime(response)
  if (!isRefresh(input) || (await isRefusal(response))) return response
  await new Promise((resolve) => setTimeout(resolve, waitBeforeRetry(response.headers.get('retry-after'))))
  return new Response(response.body, { status: 503, headers: response.headers })
}

/**
 * Leaves out the time at which a session ends, which the server gives by its own clock: auth-js then adds the seconds
 * that the token lives to the time of this device, with which it compares. By a clock that is an hour ahead every new
 * session would have ended, and each request would refresh it.
 */
async function inDeviceTime(response: Response): Promise<Response> {
  const body = await jsonOf(response)
  if (typeof body !== 'object' || body === null || !('expires_in' in body)) return response
  return Response.json({ ...body, expires_at: undefined }, { status: response.status })
}

/**
 * Milliseconds before a refresh is tried again: those of `Retry-After` in seconds, if any, within bounds, and up to half
 * as much again, so that the clients of one office do not come back at once.
 */
export function waitBeforeRetry(retryAfter: string | null, random: () => number = Math.random): number {
  const asked = Number(retryAfter ?? 0) * 1_000 || 0
  return Math.min(Math.max(asked, SHORTEST_WAIT_MS) * (1 + random() / 2), LONGEST_WAIT_MS)
}

const isRefresh = (input: RequestInfo | URL) =>
  (input instanceof Request ? input.url : String(input)).includes('/token?grant_type=refresh_token')

/** The auth server refuses a refresh token with 400 and a code; gateways and proxies have no codes. */
async function isRefusal(response: Response): Promise<boolean> {
  if (response.status !== 400) return false
  const body = await jsonOf(response)
  return has(body, 'error_code') || has(body, 'code')
}

const jsonOf = (response: Response): Promise<unknown> =>
  response
    .clone()
    .json()
    .catch(() => null)

const has = (body: unknown, key: string): boolean => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, key) : null
  return typeof value === 'string' && value !== ''
}
