import { apiKeyKind } from '../http/caller'
import { isDatabaseUnavailable } from '../http/database-restart'
import { json } from '../http/respond'
import { jwksOf } from '../http/tokens'
import type { Handler } from '../http/types'
import { HttpError } from '../http/http-error'
import { tooMany } from '../limits/limits'
import type { LimitName } from '../limits/rules'
import { admin } from './admin'
import type { AuthContext, AuthRequest } from './context'
import { redirectToErrorPage, isNavigation } from './error-redirect'
import { errorResponse, notFound } from './error-response'
import { authorize, callback } from './oauth'
import { magicLink, otp, reauthenticate } from './otp'
import { recover, resend } from './recover'
import { signUp } from './sign-up'
import { token } from './token'
import { getUser, logout, putUser } from './user'
import { verifyLink, verifyPost } from './verify'

type Endpoint = (ctx: AuthContext, auth: AuthRequest) => Promise<Response>

const mockProviderNames = ['github', 'google']

const getSettings: Endpoint = async (ctx) =>
  json({
    external: Object.fromEntries([
      ['email', true],
      ...mockProviderNames.map((name) => [name, ctx.mockProviders]),
    ]),
    disable_signup: !ctx.config.signUpOpen,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
  })

/** Who checks tokens without asking Auth caches the keys for as long as hosted Auth allows. */
const getJwks: Endpoint = async ({ gateway }) =>
  json(jwksOf(gateway.keys), 200, { 'cache-control': 'public, max-age=600' })

/** Opened by browsers, without an API key. */
const publicEndpoints: Record<string, Endpoint> = {
  'GET /verify': verifyLink,
  'GET /authorize': authorize,
  'GET /callback': callback,
  'GET /.well-known/jwks.json': getJwks,
  'GET /health': async () => json({ name: 'helpdesk-auth', description: 'Local auth' }),
}

const endpoints: Record<string, Endpoint> = {
  'POST /signup': signUp,
  'POST /token': token,
  'POST /verify': verifyPost,
  'POST /recover': recover,
  'POST /resend': resend,
  'POST /otp': otp,
  'POST /magiclink': magicLink,
  'GET /reauthenticate': reauthenticate,
  'POST /logout': logout,
  'GET /user': getUser,
  'PUT /user': putUser,
  'GET /settings': getSettings,
}

/** GoTrue's limits per client address: each path has its own count. The last two are ours. */
const addressLimits: Record<string, LimitName> = {
  'POST /token': 'token_refresh',
  'POST /signup': 'sign_in_sign_ups',
  'POST /recover': 'sign_in_sign_ups',
  'POST /resend': 'sign_in_sign_ups',
  'POST /otp': 'sign_in_sign_ups',
  'POST /magiclink': 'sign_in_sign_ups',
  'PUT /user': 'sign_in_sign_ups',
  'GET /verify': 'token_verifications',
  'POST /verify': 'token_verifications',
  'GET /authorize': 'sign_in_sign_ups',
  'GET /callback': 'sign_in_sign_ups',
}

function countRequest({ gateway }: AuthContext, request: Request, name: string, path: string): void {
  const limit = addressLimits[name]
  if (limit && !gateway.limits.allowsAddress(limit, request, path)) throw tooMany()
}

async function readBody(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  const text = await request.text()
  if (!text) return {}
  try {
    return JSON.parse(text, rejectZeroBytes)
  } catch {
    throw new HttpError(400, 'bad_json', 'Could not parse request body as JSON')
  }
}

/** PostgreSQL cannot store a zero byte in a text. */
function rejectZeroBytes(key: string, value: unknown): unknown {
  if (key.includes('\0') || (typeof value === 'string' && value.includes('\0')))
    throw new SyntaxError('a zero byte')
  return value
}

/** `/auth/v1`: GoTrue's endpoints that the product uses, on the auth tables of @supabase/lite. */
export function createAuth(ctx: AuthContext): Handler {
  return async (request, url) => {
    if (!url.pathname.startsWith('/auth/v1/')) return undefined
    const path = url.pathname.slice('/auth/v1'.length)
    const name = `${request.method} ${path}`
    const endpoint = publicEndpoints[name] ?? (path.startsWith('/admin/') ? admin : endpoints[name])
    if (!endpoint) return notFound()
    if (!publicEndpoints[name] && !apiKeyKind(request, url, ctx.gateway.keys)) {
      throw new HttpError(401, 'no_api_key', 'No API key found in request')
    }
    try {
      countRequest(ctx, request, name, path)
      return await endpoint(ctx, { request, url, path, body: await readBody(request) })
    } catch (error) {
      if (publicEndpoints[name] && isNavigation(request) && !isDatabaseUnavailable(error))
        return redirectToErrorPage(ctx, error)
      const answer = errorResponse(error, request)
      if (answer) return answer
      throw error
    }
  }
}
