import { z } from 'zod'
import { json } from '../http/respond'
import { HttpError } from '../http/types'
import type { AuthContext, AuthRequest } from './context'
import { evenly } from './evenly'
import { rememberChallenge } from './flows'
import { newMailToken, pkceSchema, sendLink } from './links'
import { countMail, mayMail } from './mail-limits'
import { parseEmail, sendConfirmation } from './sign-up'
import { userByEmail, type User } from './users'

const recoverSchema = z.object({ email: z.string().default('') })
const resendSchema = z.object({ email: z.string().default(''), type: z.string().default('') })

export async function sendRecovery(ctx: AuthContext, auth: AuthRequest, user: User): Promise<void> {
  if (!mayMail(ctx, auth, user.email ?? '', 'known')) return
  const { token, hash } = newMailToken()
  await rememberChallenge(ctx, pkceSchema.parse(auth.body), hash, 'recovery')
  await ctx.gw.sql`
    update auth.users set recovery_token = ${hash}, recovery_sent_at = now() where id = ${user.id}`
  await sendLink(ctx, auth, 'recovery', token, { to: user.email ?? '' })
}

export async function recover(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const email = parseEmail(recoverSchema.parse(auth.body).email)
  countMail(ctx, auth, email, 'known')
  await evenly(async () => {
    const user = await userByEmail(ctx.gw.sql, email)
    if (user) await sendRecovery(ctx, auth, user)
  })
  return json({})
}

export async function resend(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const body = resendSchema.parse(auth.body)
  const email = parseEmail(body.email)
  if (body.type !== 'signup') {
    throw new HttpError(400, 'validation_failed', 'Only the sign-up mail can be sent again')
  }
  countMail(ctx, auth, email, 'stranger')
  await evenly(async () => {
    const user = await userByEmail(ctx.gw.sql, email)
    if (user && !user.email_confirmed_at) await sendConfirmation(ctx, auth, user)
  })
  return json({})
}
