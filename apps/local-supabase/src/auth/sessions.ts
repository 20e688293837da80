import { randomInt, randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import { clientAddress } from '../http/connection'
import { HttpError } from '../http/http-error'
import type { AuthContext } from './context'
import { sessionJson, type Method, type SessionJson } from './session-token'
import { isBanned, parseUser, type User } from './users'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A refresh token in GoTrue's format. */
export const newToken = () => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The columns of `auth.sessions` about the device. */
export function deviceOf(request: Request): { userAgent: string | null; ip: string | null } {
  const userAgent = request.headers.get('user-agent')?.slice(0, 500) ?? null
  return { userAgent, ip: clientAddress(request) ?? null }
}

/** Starts a session on the device that asks. Throws user_banned. */
export async function startSession(
  ctx: AuthContext,
  user: User,
  method: Method,
  request: Request,
): Promise<SessionJson> {
  const id = randomUUID()
  const refreshToken = newToken()
  const { userAgent, ip } = deviceOf(request)
  const signedIn = await ctx.gateway.sql.begin(async (tx) => {
    // Checked under the row's lock: a concurrent ban must not leave a session behind.
    const [row] = await tx`update auth.users set last_sign_in_at = now() where id = ${user.id} returning *`
    const current = parseUser(row)
    if (isBanned(current)) throw new HttpError(400, 'user_banned', 'User is banned')
    await tx`
      insert into auth.sessions (id, user_id, aal, tag, user_agent, ip)
      values (${id}, ${user.id}, 'aal1', ${method}, ${userAgent}, ${ip})`
    await tx`
      insert into auth.refresh_tokens (token, user_id, session_id) values (${refreshToken}, ${user.id}, ${id})`
    return current
  })
  return sessionJson(ctx, signedIn, { id, refreshToken, method, since: Math.floor(Date.now() / 1000) })
}

export type LogoutScope = 'global' | 'local' | 'others'

/** Deletes sessions; their refresh tokens are deleted by cascade. */
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
