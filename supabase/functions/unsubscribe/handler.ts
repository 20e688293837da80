import { readProject, type ProjectEnvironment } from '../_shared/api-keys.ts'
import { failedStatus } from '../_shared/http-error.ts'
import { unsubscribed } from './texts.ts'

/** Environment variables. */
export interface Environment extends ProjectEnvironment {
  /** URL of the portal. */
  PORTAL_URL?: string
}

/** What mail programs send when their user unsubscribes (RFC 8058). */
const ONE_CLICK = 'List-Unsubscribe=One-Click'
/** Longest body that is read, in bytes. */
const BODY_MAX = 2_000

const failure = (status: number, error: string, code: string) => Response.json({ error, code }, { status })

/**
 * The address in the `List-Unsubscribe` header of mails: POST with the token of the mail ends this kind of mail, without
 * signing in. GET changes nothing, because mail scanners open every link: it leads to the page with a button.
 *
 * Answers 200, 303, 401 for a token that is not valid, 405, 413, 500 without its settings, 502 or 503 when the database fails.
 */
export async function handler(request: Request, env: Environment): Promise<Response> {
  const { url, publishableKey: apikey } = readProject(env)
  const portal = env.PORTAL_URL?.replace(/(?<!\/)\/+$/, '')
  if (!url || !apikey || !portal) return failure(500, 'PORTAL_URL is not set', 'not_configured')
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (request.method === 'GET' || request.method === 'HEAD') {
    const location = `${portal}/auth/unsubscribe?token=${encodeURIComponent(token)}`
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
  }
  if (request.method !== 'POST') return failure(405, 'Use POST', 'method_not_allowed')
  if (Number(request.headers.get('content-length') ?? 0) > BODY_MAX)
    return failure(413, 'The body is too large', 'too_large')
  const body = await request.text()
  // As a form field of either encoding.
  const isOneClick =
    body.includes(ONE_CLICK) || /name="List-Unsubscribe"\s+One-Click\s/.test(body.slice(0, BODY_MAX))
  if (!token || !isOneClick) return failure(401, 'The link or its request is not valid', 'not_authorized')

  const changed = await fetch(`${url}/rest/v1/rpc/set_subscription`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ token, subscribed: false }),
  }).catch(() => undefined)
  await changed?.body?.cancel()
  if (changed?.status === 404) return failure(401, 'This link is not valid', 'not_authorized')
  if (!changed?.ok) return failure(failedStatus(changed?.status), 'Please try again later', 'database_failed')
  return new Response(`${unsubscribed}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
