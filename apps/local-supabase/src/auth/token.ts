import { createHash } from 'node:crypto'
import { z } from 'zod'
import { timingSafeEquals } from '../http/caller'
import { json } from '../http/respond'
import { HttpError } from '../http/http-error'
import type { AuthContext, AuthRequest } from './context'
import { CODE_SECONDS } from './flow-state'
import { attemptLimitFor } from './attempt-limits'
import { passwordSource, rememberDevice } from './known-device'
import { passwordMatches } from './passwords'
import { refreshSession } from './refresh'
import type { Method, SessionJson } from './session-token'
import { startSession } from './sessions'
import { isBanned, userByEmail, userById } from './users'

/** Go reads a missing value and null as an empty text. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const passwordSchema = z.object({ email: text, phone: text, password: text })
const refreshSchema = z.object({ refresh_token: text })
const pkceGrantSchema = z.object({ auth_code: text, code_verifier: text })

async function byPassword(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const { email, phone, password } = passwordSchema.parse(auth.body)
  if (!email && phone) throw new HttpError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!email) throw new HttpError(400, 'validation_failed', 'missing email or phone')
  // Bounds the key of the limit; no e-mail address is longer.
  const accountKey = email.toLowerCase().slice(0, 256)
  const attempts = await attemptLimitFor(ctx, auth.request, accountKey, 'password')
  attempts.check()
  const user = await userByEmail(ctx.gateway.sql, accountKey)
  // As GoTrue, which reveals it to everybody.
  if (user?.encrypted_password && isBanned(user)) throw new HttpError(400, 'user_banned', 'User is banned')
  const source = passwordSource(ctx, auth.request, accountKey)
  const matches = await passwordMatches(password, user?.encrypted_password, source)
  // Checked again: concurrent guesses beyond the limit must not learn the result.
  attempts.check()
  if (!matches || !user) {
    attempts.recordFailure()
    throw new HttpError(400, 'invalid_credentials', 'Invalid login credentials')
  }
  if (!user.email_confirmed_at) throw new HttpError(400, 'email_not_confirmed', 'Email not confirmed')
  attempts.reset()
  return signedIn(ctx, auth, await startSession(ctx, user, 'password', auth.request))
}

/** Responds with the session and remembers the device. */
function signedIn(ctx: AuthContext, auth: AuthRequest, session: SessionJson): Response {
  const email = String(session.user.email)
  return json(session, 200, rememberDevice(ctx, auth.request, email))
}

async function byCode(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const { auth_code, code_verifier } = pkceGrantSchema.parse(auth.body)
  if (!auth_code || !code_verifier) {
    const message = 'invalid request: both auth code and code verifier should be non-empty'
    throw new HttpError(400, 'validation_failed', message)
  }
  // Deleted in one statement, so that a code works once.
  const [flow] = await ctx.gateway.sql<
    {
      user_id: string | null
      code_challenge: string
      code_challenge_method: string
      method: string
      fresh: boolean
    }[]
  >`
    delete from auth.flow_state where auth_code = ${auth_code}
    returning user_id, code_challenge, code_challenge_method, authentication_method as method,
      auth_code_issued_at > now() - make_interval(secs => ${CODE_SECONDS}) as fresh`
  if (!flow?.user_id) {
    throw new HttpError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  }
  if (!flow.fresh)
    throw new HttpError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  const proof =
    flow.code_challenge_method === 'plain'
      ? code_verifier
      : createHash('sha256').update(code_verifier).digest('base64url')
  if (!timingSafeEquals(proof, flow.code_challenge)) {
    throw new HttpError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  const user = await userById(ctx.gateway.sql, flow.user_id)
  if (!user) throw new HttpError(404, 'user_not_found', 'User not found')
  const method: Method = flow.method === 'oauth' ? 'oauth' : flow.method === 'recovery' ? 'recovery' : 'otp'
  return signedIn(ctx, auth, await startSession(ctx, user, method, auth.request))
}

export async function token(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const grant = auth.url.searchParams.get('grant_type')
  if (grant === 'password') return byPassword(ctx, auth)
  if (grant === 'pkce') return byCode(ctx, auth)
  if (grant === 'refresh_token') {
    const { refresh_token } = refreshSchema.parse(auth.body)
    return signedIn(ctx, auth, await refreshSession(ctx, refresh_token, auth.request))
  }
  throw new HttpError(400, 'invalid_credentials', 'unsupported_grant_type')
}
