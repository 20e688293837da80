import type { TransactionSql } from 'postgres'
import { HttpError } from '../http/http-error'
import type { AuthContext } from './context'
import { sessionJson, type Method, type SessionJson } from './session-token'
import { deviceOf, newToken } from './sessions'
import { isBanned, parseUser } from './users'

const reuseSeconds = 10

const refusals = {
  refresh_token_not_found: 'Refresh Token Not Found',
  refresh_token_already_used: 'Already Used',
  session_not_found: 'No Valid Session Found',
  session_expired: 'Session Expired',
  user_banned: 'User Banned',
}
const refusal = (code: keyof typeof refusals) =>
  new HttpError(400, code, `Invalid Refresh Token: ${refusals[code]}`)

/** Locks the session before its tokens, in the order in which a sign-out deletes them. */
async function lockSession(tx: TransactionSql, token: string) {
  const [named] = await tx<{ session_id: string | null; user_id: string }[]>`
    select session_id, user_id from auth.refresh_tokens where token = ${token}`
  if (!named) throw refusal('refresh_token_not_found')
  const [session] = await tx<{ id: string; tag: string; since: Date; expired: boolean }[]>`
    select id, coalesce(tag, 'password') as tag, created_at as since, coalesce(not_after <= now(), false) as expired
    from auth.sessions where id = ${named.session_id} for update`
  if (!session) throw refusal('session_not_found')
  if (session.expired) throw refusal('session_expired')
  return { ...session, userId: named.user_id }
}

interface StoredToken {
  token: string
  parent: string | null
  revoked: boolean
  recent: boolean
}

/** @returns the next token; undefined for a token that was used before the reuse interval */
async function rotate(
  tx: TransactionSql,
  token: string,
  session: { id: string; userId: string },
): Promise<string | undefined> {
  const [old] = await tx<StoredToken[]>`
    select token, parent, revoked, updated_at > now() - make_interval(secs => ${reuseSeconds}) as recent
    from auth.refresh_tokens where token = ${token}`
  if (!old) throw refusal('refresh_token_not_found')
  if (old.revoked) {
    const [active] = await tx<StoredToken[]>`
      select token, parent from auth.refresh_tokens
      where session_id = ${session.id} and not revoked order by created_at desc limit 1`
    // The client may not have received the answer.
    if (active?.parent === token) return active.token
    if (!old.recent) {
      await tx`
        update auth.refresh_tokens set revoked = true, updated_at = now()
        where session_id = ${session.id} and not revoked`
      return undefined
    }
  }
  const next = newToken()
  await tx`update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${token}`
  await tx`
    insert into auth.refresh_tokens (token, user_id, session_id, parent)
    values (${next}, ${session.userId}, ${session.id}, ${token})`
  return next
}

const methodOf = (tag: string): Method =>
  tag === 'otp' || tag === 'oauth' || tag === 'recovery' ? tag : 'password'

/** GoTrue's, or 32 signs for sessions from before this format. */
const tokenFormat = /^(?:[a-z0-9]{12}|[\w-]{32})$/

/**
 * Rotates a refresh token. A second use returns the same successor; of an older token it revokes the session's refresh
 * tokens after 10 s, while its access token stays valid. Throws 400 with GoTrue's codes; auth-js signs out on them.
 */
export async function refreshSession(
  ctx: AuthContext,
  token: string,
  request: Request,
): Promise<SessionJson> {
  if (!tokenFormat.test(token)) throw new HttpError(400, 'validation_failed', 'Refresh token is not valid')
  const { userAgent, ip } = deviceOf(request)
  const outcome = await ctx.gateway.sql.begin(async (tx) => {
    const session = await lockSession(tx, token)
    ctx.gateway.limits.take('account_refreshes', session.id)
    const [row] = await tx`select * from auth.users where id = ${session.userId}`
    if (!row) throw refusal('refresh_token_not_found')
    const user = parseUser(row)
    if (isBanned(user)) throw refusal('user_banned')
    const next = await rotate(tx, token, session)
    // Returned, not thrown, so that the revocation is committed.
    if (next === undefined) return undefined
    await tx`
      update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(),
        user_agent = ${userAgent}, ip = ${ip}
      where id = ${session.id}`
    return { session, user, next }
  })
  if (!outcome) throw refusal('refresh_token_already_used')
  const { session, user, next } = outcome
  const since = Math.floor(session.since.getTime() / 1000)
  return sessionJson(ctx, user, { id: session.id, refreshToken: next, method: methodOf(session.tag), since })
}
