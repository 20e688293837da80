import { signToken } from '../http/tokens'
import type { AuthContext } from './context'
import { fullUserJson, type User } from './users'

export type Method = 'password' | 'otp' | 'oauth' | 'recovery' | 'token_refresh'

export interface TokenSession {
  id: string
  refreshToken: string
  method: Method
  /** Time of the sign-in, in Unix seconds. */
  since: number
}

/** Signs the claims of hosted Supabase. Defect 5: lite omits app_metadata, user_metadata, aal, amr and iss. */
async function accessToken(ctx: AuthContext, user: User, session: TokenSession) {
  const now = Math.floor(Date.now() / 1000)
  const expires = now + ctx.config.tokenSeconds
  const claims = {
    iss: `${ctx.gateway.origin}/auth/v1`,
    sub: user.id,
    aud: 'authenticated',
    exp: expires,
    iat: now,
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    aal: 'aal1',
    amr: [{ method: session.method, timestamp: session.since }],
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
  return { token: await signToken(claims, ctx.gateway.keys), expires }
}

/** GoTrue's response to a sign-in: both tokens and the user. */
export async function sessionJson(ctx: AuthContext, user: User, session: TokenSession) {
  const { token, expires } = await accessToken(ctx, user, session)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ctx.config.tokenSeconds,
    expires_at: expires,
    refresh_token: session.refreshToken,
    user: await fullUserJson(ctx.gateway.sql, user),
  }
}
export type SessionJson = Awaited<ReturnType<typeof sessionJson>>
