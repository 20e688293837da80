import { z } from 'zod'
import { json } from '../http/respond'
import { HttpError } from '../http/http-error'
import type { AuthContext, AuthRequest } from './context'
import { withMinimumDuration } from './minimum-duration'
import { storeChallenge } from './flow-state'
import { newMailToken, pkceSchema, sendLinkMail, type MailToken } from './mail-links'
import { countMailRequest, takeMailAllowance } from './mail-limits'
import { storeToken } from './one-time-tokens'
import { parseEmail, sendConfirmation } from './sign-up'
import { userByEmail, type User } from './users'

const recoverSchema = z.object({ email: z.string().default('') })
const resendSchema = z.object({ email: z.string().default(''), type: z.string().default('') })

/** A token that signs the user in once, in place of their former one. */
export async function newRecoveryToken(ctx: AuthContext, user: User): Promise<MailToken> {
  const made = newMailToken()
  const { hash } = made
  await ctx.gateway.sql.begin(async (tx) => {
    await tx`
      update auth.users set recovery_token = ${hash}, recovery_sent_at = now() where id = ${user.id}`
    await storeToken(tx, { userId: user.id, type: 'recovery_token', hash, relatesTo: user.email ?? '' })
  })
  return made
}

/** Mails a link that signs in: to set a new password, or only that. */
export async function sendTokenMail(
  ctx: AuthContext,
  auth: AuthRequest,
  user: User,
  type: 'recovery' | 'magiclink',
): Promise<void> {
  const email = user.email ?? ''
  if (!takeMailAllowance(ctx, auth, email, 'known')) return
  const { token, hash } = await newRecoveryToken(ctx, user)
  await storeChallenge(ctx, pkceSchema.parse(auth.body), hash, type)
  await sendLinkMail(ctx, auth, type === 'magiclink' ? 'magic_link' : type, token, { to: email })
}

export async function recover(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const email = parseEmail(recoverSchema.parse(auth.body).email)
  countMailRequest(ctx, auth, email, 'known')
  await withMinimumDuration(async () => {
    const user = await userByEmail(ctx.gateway.sql, email)
    if (user) await sendTokenMail(ctx, auth, user, 'recovery')
  })
  return json({})
}

export async function resend(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const body = resendSchema.parse(auth.body)
  const email = parseEmail(body.email)
  if (body.type !== 'signup') {
    throw new HttpError(400, 'validation_failed', 'Only the sign-up mail can be sent again')
  }
  countMailRequest(ctx, auth, email, 'stranger')
  await withMinimumDuration(async () => {
    const user = await userByEmail(ctx.gateway.sql, email)
    if (user && !user.email_confirmed_at) await sendConfirmation(ctx, auth, user)
  })
  return json({})
}
