import { z } from 'zod'
import { json } from '../http/respond'
import { HttpError } from '../http/http-error'
import type { AuthContext, AuthRequest } from './context'
import { MINIMUM_MS, withMinimumDuration } from './minimum-duration'
import { storeChallenge } from './flow-state'
import { sendAccountExistsMail } from './account-exists-mail'
import { newMailToken, pkceSchema, sendLinkMail } from './mail-links'
import { countMailRequest, takeMailAllowance } from './mail-limits'
import { simulateSignUp, insertUser, type NewUser } from './create-user'
import { storeToken } from './one-time-tokens'
import { checkPassword, hashPassword } from './passwords'
import { fullUserJson, parseUser, userByEmail, type User } from './users'

export const emailSchema = z
  .email()
  .max(255)
  .transform((email) => email.toLowerCase())

const signUpSchema = pkceSchema.extend({
  email: z.string().default(''),
  password: z.string().default(''),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/** Metadata is part of every access token, which must fit into 16 kB of request headers. */
export function checkMetadata(data: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(data)) > 8_000)
    throw new HttpError(422, 'validation_failed', 'The user metadata are too large')
}

export function parseEmail(value: string): string {
  const parsed = emailSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new HttpError(400, 'validation_failed', 'Unable to validate email address: invalid format')
}

export async function sendConfirmation(ctx: AuthContext, auth: AuthRequest, user: User): Promise<User> {
  const email = user.email ?? ''
  if (!takeMailAllowance(ctx, auth, email, 'stranger')) {
    // Counts as sent: the next sign-up is another person's, and GoTrue would have created no account.
    const [row] = await ctx.gateway.sql`
      update auth.users set confirmation_sent_at = coalesce(confirmation_sent_at, now())
      where id = ${user.id} returning *`
    return parseUser(row)
  }
  const { token, hash } = newMailToken()
  await storeChallenge(ctx, pkceSchema.parse(auth.body), hash, 'signup')
  const made = await ctx.gateway.sql.begin(async (tx) => {
    const [row] = await tx`
      update auth.users set confirmation_token = ${hash}, confirmation_sent_at = now()
      where id = ${user.id} returning *`
    await storeToken(tx, { userId: user.id, type: 'confirmation_token', hash, relatesTo: email })
    return parseUser(row)
  })
  await sendLinkMail(ctx, auth, 'confirmation', token, { to: email })
  return made
}

export async function signUp(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  if (!ctx.config.signUpOpen)
    throw new HttpError(422, 'signup_disabled', 'Signups not allowed for this instance')
  const body = signUpSchema.parse(auth.body)
  if (!body.password) throw new HttpError(400, 'validation_failed', 'Signup requires a valid password')
  const email = parseEmail(body.email)
  checkPassword(body.password, ctx.config)
  checkMetadata(body.data ?? {})
  countMailRequest(ctx, auth, email, 'stranger')
  const user = {
    email,
    passwordHash: await hashPassword(body.password),
    confirmed: false,
    data: body.data ?? {},
  }
  return json(await withMinimumDuration(() => register(ctx, auth, user), 2 * MINIMUM_MS))
}

/**
 * Defect 7: the response for a taken address equals that for a free one, and the owner gets a mail: the link again while
 * unconfirmed, else how to sign in. Only the holder of a valid invite for the address learns that it is taken.
 */
async function register(
  ctx: AuthContext,
  auth: AuthRequest,
  user: NewUser,
): Promise<Record<string, unknown>> {
  const token = user.data.invite_token ?? undefined
  // An invite replaces an unconfirmed account, which a stranger may have created.
  if (token !== undefined) await ctx.gateway.sql`select private.discard_unconfirmed(${String(token)})`
  const existing = await userByEmail(ctx.gateway.sql, user.email)
  if (!existing) {
    const made = await sendConfirmation(ctx, auth, await insertUser(ctx, user))
    return fullUserJson(ctx.gateway.sql, made)
  }
  // Rejects an invalid invite, as for a free address.
  const answer = await simulateSignUp(ctx, user)
  if (!existing.email_confirmed_at) {
    await sendConfirmation(ctx, auth, existing)
  } else if (token !== undefined) {
    throw new HttpError(422, 'user_already_exists', 'User already registered')
  } else {
    await sendAccountExistsMail(ctx, user.email)
  }
  return answer
}
