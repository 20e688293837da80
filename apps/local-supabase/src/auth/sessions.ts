import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Sql, TransactionSql } from 'postgres'
import { HttpError } from '../http/types'
import type { AuthContext } from './context'
import { fullUserJson, isBanned, parseUser, userById, type User } from './users'

export type Method = 'password' | 'otp' | 'oauth' | 'recovery' | 'token_refresh'

const newToken = () => randomBytes(24).toString('base64url')

/** Defect 5: the claims hosted Supabase puts in (lite leaves out app_metadata, user_metadata, aal, amr, iss). */
async function accessToken(ctx: AuthContext, user: User, sessionId: string, method: Method, since: number) {
  const secret = new TextEncoder().encode(ctx.gw.keys.jwtSecret)
  const now = Math.floor(Date.now() / 1000)
  const expires = now + ctx.config.tokenSeconds
  const token = await new SignJWT({
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    aal: 'aal1',
    amr: [{ method, timestamp: since }],
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`${ctx.gw.origin}/auth/v1`)
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(secret)
  return { token, expires }
}

async function sessionJson(
  ctx: AuthContext,
  user: User,
  session: { id: string; refreshToken: string; method: Method; since: number },
) {
  const { token, expires } = await accessToken(ctx, user, session.id, session.method, session.since)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ctx.config.tokenSeconds,
    expires_at: expires,
    refresh_token: session.refreshToken,
    user: await fullUserJson(ctx.gw.sql, user),
    weak_password: null,
  }
}
export type SessionJson = Awaited<ReturnType<typeof sessionJson>>

/** Starts a session. Throws user_banned. */
export async function startSession(ctx: AuthContext, user: User, method: Method): Promise<SessionJson> {
  if (isBanned(user)) throw new HttpError(400, 'user_banned', 'User is banned')
  const id = randomUUID()
  const refreshToken = newToken()
  const signedIn = await ctx.gw.sql.begin(async (tx) => {
    await tx`insert into auth.sessions (id, user_id, aal, tag) values (${id}, ${user.id}, 'aal1', ${method})`
    await tx`
      insert into auth.refresh_tokens (token, user_id, session_id) values (${refreshToken}, ${user.id}, ${id})`
    const [row] = await tx`update auth.users set last_sign_in_at = now() where id = ${user.id} returning *`
    return parseUser(row)
  })
  return sessionJson(ctx, signedIn, { id, refreshToken, method, since: Math.floor(Date.now() / 1000) })
}

const reuseSeconds = 10

/** Rotates a refresh token. A token used a second time within 10 s gets its successor; later, the session ends. */
export async function refreshSession(ctx: AuthContext, token: string): Promise<SessionJson> {
  const sql = ctx.gw.sql
  const outcome = await sql.begin(async (tx) => {
    const [old] = await tx<
      { user_id: string; session_id: string; revoked: boolean; recent: boolean; tag: string; since: Date }[]
    >`
      select t.user_id, t.session_id, t.revoked, t.updated_at > now() - make_interval(secs => ${reuseSeconds}) as recent,
        coalesce(s.tag, 'password') as tag, s.created_at as since
      from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
      where t.token = ${token} for update of t`
    if (!old) return 'unknown' as const
    let next: string
    if (old.revoked) {
      const [child] = await tx<{ token: string }[]>`
        select token from auth.refresh_tokens
        where session_id = ${old.session_id} and not revoked order by created_at desc limit 1`
      if (!old.recent || !child) {
        await tx`delete from auth.sessions where id = ${old.session_id}`
        return 'reused' as const
      }
      next = child.token
    } else {
      next = newToken()
      await tx`update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${token}`
      await tx`
        insert into auth.refresh_tokens (token, user_id, session_id, parent)
        values (${next}, ${old.user_id}, ${old.session_id}, ${token})`
      await tx`update auth.sessions set refreshed_at = now(), updated_at = now() where id = ${old.session_id}`
    }
    return { ...old, next }
  })
  if (outcome === 'unknown') {
    throw new HttpError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  }
  if (outcome === 'reused') {
    throw new HttpError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  const user = await userById(sql, outcome.user_id)
  if (!user)
    throw new HttpError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  if (isBanned(user)) throw new HttpError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  return sessionJson(ctx, user, {
    id: outcome.session_id,
    refreshToken: outcome.next,
    method:
      outcome.tag === 'otp' || outcome.tag === 'oauth' || outcome.tag === 'recovery'
        ? outcome.tag
        : 'password',
    since: Math.floor(outcome.since.getTime() / 1000),
  })
}

export type LogoutScope = 'global' | 'local' | 'others'

export async function endSessions(
  sql: Sql | TransactionSql,
  userId: string,
  sessionId: string | undefined,
  scope: LogoutScope,
): Promise<void> {
  if (scope === 'global' || sessionId === undefined)
    await sql`delete from auth.sessions where user_id = ${userId}`
  else if (scope === 'local')
    await sql`delete from auth.sessions where id = ${sessionId} and user_id = ${userId}`
  else await sql`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`
}
