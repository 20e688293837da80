import { randomBytes, randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { z } from 'zod'
import { errorCode } from '../error-code'
import { json, redirect } from '../http/respond'
import { HttpError } from '../http/http-error'
import type { AuthContext, AuthRequest } from './context'
import { attemptLimitFor } from './attempt-limits'
import { rememberDevice } from './known-device'
import { hashToken, redirectTarget } from './mail-links'
import { clearTokens, takeToken, tokensOf, type TokenType } from './one-time-tokens'
import { hashPassword } from './passwords'
import { startSession } from './sessions'
import { isBanned, parseUser, type User } from './users'

const oneOfTwo = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
const expired = () => new HttpError(403, 'otp_expired', 'Email link is invalid or has expired')

/** Confirms the address of an account, as the link of a sign-up or a reset does. */
async function confirm(tx: TransactionSql, user: User): Promise<User> {
  const [row] = await tx`
    update auth.users set confirmation_token = null, recovery_token = null, updated_at = now(),
      email_confirmed_at = coalesce(email_confirmed_at, now()),
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
    where id = ${user.id} returning *`
  return parseUser(row)
}

/** As GoTrue: an invited account without a password gets a random one when it is confirmed. */
async function setTemporaryPassword(tx: TransactionSql, user: User): Promise<void> {
  if (user.encrypted_password || !user.invited_at) return
  const hash = await hashPassword(randomBytes(32).toString('base64url'), user.id)
  await tx`update auth.users set encrypted_password = ${hash} where id = ${user.id}`
}

/**
 * The first of the two links of a change, in either order: the other one ends it.
 * @returns false when it is the second, or the only one
 */
async function isFirstOfTwo(ctx: AuthContext, tx: TransactionSql, user: User): Promise<boolean> {
  if (!ctx.config.doubleConfirm || !user.email) return false
  const rows = await tx`
    update auth.users set email_change_confirm_status = 1
    where id = ${user.id} and email_change_confirm_status = 0 returning id`
  return rows.length > 0
}

async function changeEmail(tx: TransactionSql, user: User): Promise<User> {
  const [row] = await tx`
    update auth.users set email = email_change, email_change = null, email_change_token_new = null,
      email_change_token_current = null, email_change_confirm_status = 0, updated_at = now()
    where id = ${user.id} returning *`
  return parseUser(row)
}

/**
 * Redeems a token, which ends every other one of the account, and confirms the address that received it.
 * @returns undefined for the first of the two links of a change
 */
async function redeem(
  ctx: AuthContext,
  tx: TransactionSql,
  type: TokenType,
  user: User,
): Promise<User | undefined> {
  const changes = type === 'email_change_token_new' || type === 'email_change_token_current'
  if (changes && (await isFirstOfTwo(ctx, tx, user))) return undefined
  if (type === 'confirmation_token') await setTemporaryPassword(tx, user)
  const redeemed = await (changes ? changeEmail(tx, user) : confirm(tx, user))
  await clearTokens(tx, user.id)
  const verified = JSON.stringify({ email: redeemed.email, email_verified: true })
  await tx`
    update auth.identities set identity_data = identity_data || ${verified}::text::jsonb
    where user_id = ${user.id} and provider = 'email'`
  return redeemed
}

async function consume(
  ctx: AuthContext,
  token: string,
  type: string,
  email?: string,
): Promise<{ user: User | undefined; hash: string }> {
  const hash = hashToken(token)
  const scope = { email, seconds: ctx.config.linkSeconds }
  const work = async (tx: TransactionSql) => {
    const found = await takeToken(tx, tokensOf.get(type) ?? [], hash, scope)
    const [row] = found ? await tx`select * from auth.users where id = ${found.userId} for update` : []
    if (!found || !row) throw expired()
    const user = parseUser(row)
    if (isBanned(user)) throw new HttpError(403, 'user_banned', 'User is banned')
    return redeem(ctx, tx, found.type, user)
  }
  const user = await ctx.gateway.sql.begin(work).catch((error: unknown) => {
    // Another account has confirmed the new address meanwhile.
    if (errorCode(error) === '23505') throw expired()
    throw error
  })
  return { user, hash }
}

export function withQuery(target: string, values: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/** Issues the code that the client redeems with its verifier. */
export async function issueCode(ctx: AuthContext, flowId: string, userId: string): Promise<string> {
  const code = randomUUID()
  await ctx.gateway.sql`
    update auth.flow_state set auth_code = ${code}, user_id = ${userId}, invite_token = null,
      auth_code_issued_at = now(), updated_at = now() where id = ${flowId}`
  return code
}

/** A link that the server redeems. Always redirects to the application. */
export async function verifyLink(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const target = redirectTarget(ctx, auth)
  const type = auth.url.searchParams.get('type') ?? 'signup'
  try {
    const { user, hash } = await consume(ctx, auth.url.searchParams.get('token') ?? '', type)
    if (!user)
      return redirect(`${target.split('#')[0]}#${new URLSearchParams({ message: oneOfTwo, sb: '' })}`)
    const [flow] = await ctx.gateway.sql<
      { id: string }[]
    >`select id from auth.flow_state where invite_token = ${hash}`
    if (flow) return redirect(withQuery(target, { code: await issueCode(ctx, flow.id, user.id) }))
    const session = await startSession(ctx, user, 'otp', auth.request)
    const fragment = new URLSearchParams({
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: 'bearer',
      type,
    })
    return redirect(`${target.split('#')[0]}#${fragment}`)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const values = { error: 'access_denied', error_code: error.code, error_description: error.message }
    return redirect(withQuery(target, values))
  }
}

const verifySchema = z.object({
  email: z.string().max(255).optional(),
  token_hash: z.string().optional(),
  token: z.string().optional(),
  type: z.string().default(''),
})

/**
 * Limits wrong tokens for a named account, as wrong passwords. A request without an account contains a link's token,
 * which cannot be guessed; those are limited per address.
 */
async function consumeFor(
  ctx: AuthContext,
  request: Request,
  email: string | undefined,
  token: string,
  type: string,
) {
  if (email === undefined) return consume(ctx, token, type)
  const attempts = await attemptLimitFor(ctx, request, email, 'token')
  attempts.check()
  // Counted first: concurrent guesses beyond the limit must not learn the result.
  attempts.recordFailure()
  const found = await consume(ctx, token, type, email)
  attempts.reset()
  return found
}

/** `verifyOtp`: the application redeems the token of a mail. */
export async function verifyPost(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const body = verifySchema.parse(auth.body)
  const { type } = body
  const given = body.token_hash ?? body.token ?? ''
  const { user, hash } = await consumeFor(ctx, auth.request, body.email?.toLowerCase(), given, type)
  await ctx.gateway.sql`delete from auth.flow_state where invite_token = ${hash}`
  if (!user) return json({ msg: oneOfTwo, code: '200' })
  const session = await startSession(ctx, user, 'otp', auth.request)
  return json(session, 200, rememberDevice(ctx, auth.request, user.email ?? ''))
}
