import { z } from 'zod'
import { keyOf } from '../http/caller'
import { json } from '../http/respond'
import { HttpError, type Handler } from '../http/types'
import type { LimitName } from '../limits/rules'
import { admin } from './admin'
import type { AuthContext, AuthRequest } from './context'
import { failurePage, opensPage } from './failure-page'
import { authorize, callback } from './oauth'
import { WeakPassword } from './passwords'
import { recover, resend } from './recover'
import { signUp } from './sign-up'
import { token } from './token'
import { getUser, logout, putUser } from './user'
import { verifyLink, verifyPost } from './verify'

type Endpoint = (ctx: AuthContext, auth: AuthRequest) => Promise<Response>

const standIns = ['github', 'google']

const settings: Endpoint = async (ctx) =>
  json({
    external: Object.fromEntries([['email', true], ...standIns.map((name) => [name, ctx.standInProviders])]),
    disable_signup: !ctx.config.signUpOpen,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
  })

/** Reached by a person's browser, which has no key to send. */
const open: Record<string, Endpoint> = {
  'GET /verify': verifyLink,
  'GET /authorize': authorize,
  'GET /callback': callback,
  'GET /health': async () => json({ name: 'helpdesk-auth', description: 'Local auth' }),
}

const endpoints: Record<string, Endpoint> = {
  'POST /signup': signUp,
  'POST /token': token,
  'POST /verify': verifyPost,
  'POST /recover': recover,
  'POST /resend': resend,
  'POST /logout': logout,
  'GET /user': getUser,
  'PUT /user': putUser,
  'GET /settings': settings,
}

/** What is counted for each address before anything else happens; as with GoTrue each has a count of its own. */
const counted: Record<string, LimitName> = {
  'POST /signup': 'sign_in_sign_ups',
  'POST /recover': 'sign_in_sign_ups',
  'POST /resend': 'sign_in_sign_ups',
  'PUT /user': 'sign_in_sign_ups',
  'GET /authorize': 'sign_in_sign_ups',
  'GET /callback': 'sign_in_sign_ups',
  'GET /verify': 'token_verifications',
  'POST /verify': 'token_verifications',
}

function count({ gw }: AuthContext, request: Request, name: string, url: URL): void {
  const refreshes = name === 'POST /token' && url.searchParams.get('grant_type') === 'refresh_token'
  const limit = name === 'POST /token' ? (refreshes ? 'token_refresh' : 'sign_in_sign_ups') : counted[name]
  if (limit) gw.limits.takeAddress(limit, request, name)
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  const text = await request.text()
  if (!text) return {}
  try {
    return JSON.parse(text, withoutZeros)
  } catch {
    throw new HttpError(400, 'bad_json', 'Could not parse request body as JSON')
  }
}

/** PostgreSQL keeps no zero byte in a text: what holds one is nothing that this backend has given out or can store. */
function withoutZeros(key: string, value: unknown): unknown {
  if (key.includes('\0') || (typeof value === 'string' && value.includes('\0')))
    throw new SyntaxError('a zero byte')
  return value
}

function failure(error: unknown): Response {
  if (error instanceof WeakPassword) {
    const { status, code, message, reasons } = error
    return json({ code: status, error_code: code, msg: message, weak_password: { reasons } }, status)
  }
  if (error instanceof z.ZodError) {
    return json({ code: 400, error_code: 'validation_failed', msg: 'The request is not valid' }, 400)
  }
  throw error
}

/** `/auth/v1`: GoTrue's endpoints that the product uses, on the auth tables of @supabase/lite. */
export function createAuth(ctx: AuthContext): Handler {
  return async (request, url) => {
    if (!url.pathname.startsWith('/auth/v1/')) return undefined
    const path = url.pathname.slice('/auth/v1'.length)
    const name = `${request.method} ${path}`
    const endpoint = open[name] ?? (path.startsWith('/admin/') ? admin : endpoints[name])
    if (!endpoint) throw new HttpError(404, 'not_found', 'Not found')
    if (!open[name] && !keyOf(request, url, ctx.gw.keys)) {
      throw new HttpError(401, 'no_api_key', 'No API key found in request')
    }
    try {
      count(ctx, request, name, url)
      return await endpoint(ctx, { request, url, path, body: await bodyOf(request) })
    } catch (error) {
      if (open[name] && opensPage(request)) return failurePage(ctx, error)
      return failure(error)
    }
  }
}
