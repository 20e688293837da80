import { z } from 'zod'
import { bearerToken } from '../http/caller'
import { json } from '../http/respond'
import { HttpError } from '../http/http-error'
import { verifyToken } from '../http/tokens'
import type { AuthContext, AuthRequest } from './context'
import { storeChallenge } from './flow-state'
import { newMailToken, pkceSchema, sendLinkMail } from './mail-links'
import { countMailRequest, takeMailAllowance } from './mail-limits'
import { clearTokens, storeToken } from './one-time-tokens'
import { checkPassword, hashPassword, passwordMatches } from './passwords'
import { endSessions } from './sessions'
import { checkMetadata, parseEmail } from './sign-up'
import { emailExists, fullUserJson, isBanned, parseUser, userByEmail, userById, type User } from './users'

export interface SignedIn {
  user: User
  sessionId: string
}

const noSubject = () => new HttpError(403, 'bad_jwt', 'invalid claim: missing sub claim')

/** The user of the bearer token, whose session must still exist. */
export async function signedIn(ctx: AuthContext, request: Request): Promise<SignedIn> {
  const bearer = bearerToken(request)
  // Hosted, the gateway turns a key into a token of no user.
  if (!bearer || bearer.startsWith('sb_')) throw noSubject()
  const claims = await verifyToken(bearer, ctx.gateway.keys).catch(() => {
    throw new HttpError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
  })
  const sessionId = z.guid().safeParse(claims.raw.session_id)
  if (!claims.sub || !sessionId.success) throw noSubject()
  const user = await userById(ctx.gateway.sql, claims.sub)
  if (!user) throw new HttpError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const [session] = await ctx.gateway.sql`
    select 1 from auth.sessions where id = ${sessionId.data} and user_id = ${claims.sub}`
  if (!session) {
    throw new HttpError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(user)) throw new HttpError(403, 'user_banned', 'User is banned')
  return { user, sessionId: sessionId.data }
}

export async function getUser(ctx: AuthContext, { request }: AuthRequest): Promise<Response> {
  const { user } = await signedIn(ctx, request)
  return json(await fullUserJson(ctx.gateway.sql, user))
}

const updateSchema = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

async function changePassword(ctx: AuthContext, { user, sessionId }: SignedIn, password: string) {
  if (user.encrypted_password && (await passwordMatches(password, user.encrypted_password, user.id))) {
    throw new HttpError(422, 'same_password', 'New password should be different from the old password.')
  }
  const hash = await hashPassword(password, user.id)
  await ctx.gateway.sql.begin(async (tx) => {
    // As GoTrue: a new password cancels everything begun under the old one, such as a change of address by a stranger.
    await tx`
      update auth.users set encrypted_password = ${hash}, recovery_token = null, confirmation_token = null,
        email_change = null, email_change_token_new = null, email_change_token_current = null, updated_at = now()
      where id = ${user.id}`
    await clearTokens(tx, user.id)
    await tx`delete from auth.flow_state where user_id = ${user.id}`
    await endSessions(tx, user.id, sessionId, 'others')
  })
}

/**
 * Mails a link to the new address, and with `double_confirm_changes` one to the old address: the change needs both, in
 * either order.
 */
async function startEmailChange(ctx: AuthContext, auth: AuthRequest, user: User, email: string) {
  countMailRequest(ctx, auth, email, 'stranger')
  const current = ctx.config.doubleConfirm ? user.email : null
  const sendsMail =
    takeMailAllowance(ctx, auth, email, 'stranger') &&
    (!current || takeMailAllowance(ctx, auth, current, 'known'))
  // Without a mail the latest link must stay valid. The response is the same: it contains the address already.
  if (!sendsMail && email === user.email_change) return
  const [toNew, toCurrent] = [newMailToken(), newMailToken()]
  await storeChallenge(ctx, pkceSchema.parse(auth.body), toNew.hash, 'email_change')
  await ctx.gateway.sql.begin(async (tx) => {
    await tx`
      update auth.users set email_change = ${email}, email_change_token_new = ${toNew.hash},
        email_change_token_current = ${current ? toCurrent.hash : null}, email_change_confirm_status = 0,
        email_change_sent_at = now(), updated_at = now() where id = ${user.id}`
    const token = { userId: user.id, hash: toNew.hash, relatesTo: email }
    await storeToken(tx, { ...token, type: 'email_change_token_new' })
    if (!current) return
    await storeToken(tx, {
      userId: user.id,
      hash: toCurrent.hash,
      relatesTo: current,
      type: 'email_change_token_current',
    })
  })
  if (!sendsMail) return
  const values = { email: user.email ?? '', newEmail: email }
  await sendLinkMail(ctx, auth, 'email_change', toNew.token, { to: email, ...values })
  if (current) await sendLinkMail(ctx, auth, 'email_change', toCurrent.token, { to: current, ...values })
}

/** As GoTrue, which reveals to signed-in users whether an address has an account (supabase/auth#569). */
async function checkNewEmail(ctx: AuthContext, user: User, requested: string): Promise<string | undefined> {
  const email = parseEmail(requested)
  if (email === user.email) return undefined
  if (await userByEmail(ctx.gateway.sql, email)) throw emailExists()
  return email
}

export async function putUser(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const current = await signedIn(ctx, auth.request)
  const body = updateSchema.parse(auth.body)
  if (body.password) checkPassword(body.password, ctx.config)
  const email = body.email ? await checkNewEmail(ctx, current.user, body.email) : undefined
  if (body.password) await changePassword(ctx, current, body.password)
  if (body.data) {
    checkMetadata({ ...current.user.raw_user_meta_data, ...body.data })
    await ctx.gateway.sql`
      update auth.users set updated_at = now(),
        raw_user_meta_data = jsonb_strip_nulls(coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(body.data)}::text::jsonb)
      where id = ${current.user.id}`
  }
  if (email) await startEmailChange(ctx, auth, current.user, email)
  const [row] = await ctx.gateway.sql`select * from auth.users where id = ${current.user.id}`
  return json(await fullUserJson(ctx.gateway.sql, parseUser(row)))
}

export async function logout(ctx: AuthContext, { request, url }: AuthRequest): Promise<Response> {
  const { user, sessionId } = await signedIn(ctx, request)
  const scope = url.searchParams.get('scope') ?? 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw new HttpError(400, 'validation_failed', `Unsupported logout scope "${scope}"`)
  }
  await endSessions(ctx.gateway.sql, user.id, sessionId, scope)
  return new Response(null, { status: 204 })
}
