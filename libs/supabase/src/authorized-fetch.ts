import { authClient, loadedAuthClient } from './auth-client'
import { supabaseConfig } from './config'
import { rememberReference } from './errors/references'
import { dataApiStatus } from './errors/data-api-status'
import { storageStatus } from './errors/storage-status'
import { getConnection, reportReachable } from './connection'
import { NetworkError } from './errors/app-error'
import { toAppError } from './errors/to-app-error'
import { takeFirstRead } from './head-start'
import { probeBackend, UNREACHABLE_STATUS } from './probe-backend'
import { recheckSession, recoverSession } from './session-recovery'
import { isExpiring, readStoredSession } from './stored-session'

/** Specification section 9: the n-th retry waits 200 ms times 2 to the power of n. */
const RETRY_BASE_MS = 200
const MAX_RETRIES = 3
/** A token is sent up to this long before its end, so that requests do not wait for a slow refresh. */
const USABLE_MS = 10_000

/** Milliseconds to wait before retry number `attempt` (0 is the first retry). */
export function retryDelay(attempt: number): number {
  return RETRY_BASE_MS * 2 ** attempt
}

/**
 * The access token of the signed-in user, refreshed when due; `null` for an anonymous visitor. Loads auth-js only for a
 * refresh.
 * @throws NetworkError when that cannot be loaded, and when the session cannot be refreshed now: sent without a token, a
 * request would get a visitor's answer.
 */
export async function currentBearer(): Promise<string | null> {
  const stored = readStoredSession()
  const client = loadedAuthClient()
  // a loaded auth-js refreshes in the background
  if (stored && !isExpiring(stored, client ? USABLE_MS : undefined)) return stored.access_token
  if (!stored && !client) return null
  const { data, error } = await (await authClient()).getSession()
  const failure = error && toAppError(error)
  if (failure instanceof NetworkError) throw failure
  return data.session?.access_token ?? null
}

/**
 * `fetch` with the publishable key and the current bearer. An anonymous caller sends the key alone, since the
 * publishable key is not a token. Reads (GET, HEAD) are retried on a lost connection, also one of PostgREST, and on
 * 502, 503 and 504; writes are not, because the first attempt may have arrived. Without a network requests fail at once. After a 401, which
 * the server sends before it does anything, any request is resent once the session is recovered. For Storage, the
 * status is the one in the body.
 * @throws TypeError on a lost connection, as `fetch` does.
 */
export async function authorizedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const signal = init.signal ?? null
  let bearer = await currentBearer()
  if (!bearer && (await recoverSession(null, signal))) bearer = await currentBearer()
  const response = await send(input, init, bearer)
  const { status, isForbidden } = await judge(input, response)
  if (isForbidden) recheckSession()
  // a stream cannot be sent twice
  const again = status === 401 && !(init.body instanceof ReadableStream) && recoverSession(bearer, signal)
  const answer = (await again) ? await send(input, init, await currentBearer()) : response
  await rememberReference(answer)
  return answer
}

const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : String(input))

/**
 * The status that an answer means. Functions that require a role answer 400 with `<role>_required`; row-level security
 * and grants answer 403.
 */
async function judge(input: RequestInfo | URL, response: Response) {
  if (response.status !== 400) return { status: response.status, isForbidden: response.status === 403 }
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (urlOf(input).includes('/storage/v1/')) {
    const status = storageStatus(400, body)
    return { status, isForbidden: status === 403 }
  }
  const code = typeof body === 'object' && body !== null && 'details' in body ? body.details : null
  return {
    status: dataApiStatus(400, body),
    isForbidden: typeof code === 'string' && code.endsWith('_required'),
  }
}

async function send(input: RequestInfo | URL, init: RequestInit, bearer: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('apikey', supabaseConfig().publishableKey)
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
  else headers.delete('Authorization')
  const method = (init.method ?? 'GET').toUpperCase()
  if (method === 'GET') {
    const early = await takeFirstRead(urlOf(input), bearer, init.signal)
    if (early) return early
  }
  const retries = method === 'GET' || method === 'HEAD' ? MAX_RETRIES : 0
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt >= retries
    try {
      const response = await fetch(input, { ...init, headers })
      const reachable = !UNREACHABLE_STATUS.has((await judge(input, response)).status)
      if (last || reachable) {
        reportReachable(reachable, probeBackend)
        return response
      }
    } catch (error) {
      if (init.signal?.aborted) throw error
      if (last || getConnection() === 'offline') {
        reportReachable(false, probeBackend)
        throw error
      }
    }
    // Not `Retry-After`, which is 0 while PostgREST has no connection: the delay keeps clients from asking all at once.
    const delay = retryDelay(attempt) * (1 + Math.random() / 2)
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
}
