import { rememberReference } from './errors/references'

const SHORTEST_WAIT_MS = 1_000
/** auth-js gives up 30 s after its first attempt, and asks again a minute later. */
const LONGEST_WAIT_MS = 20_000

/**
 * `fetch` for auth-js, which drops an expired session when a refresh fails with anything but a 5xx. Only a refused refresh
 * token ends a session. Other failures, such as 429 for an office behind one address or 409 for two tabs at once, become
 * 503, which auth-js retries; the answer is delayed by the server's `Retry-After`.
 */
export const authFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  await rememberReference(response)
  if (response.ok || !isRefresh(input) || (await isRefusal(response))) return response
  await new Promise((resolve) => setTimeout(resolve, waitBeforeRetry(response.headers.get('retry-after'))))
  return new Response(response.body, { status: 503, headers: response.headers })
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
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return has(body, 'error_code') || has(body, 'code')
}

const has = (body: unknown, key: string): boolean => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, key) : null
  return typeof value === 'string' && value !== ''
}
