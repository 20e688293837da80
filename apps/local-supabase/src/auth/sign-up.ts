import { z } from 'zod'
import { json } from '../http/respond'
import { HttpError } from '../http/http-error'
import type { AuthContext, AuthRequest } from './context'
import { addressOrProcess } from './known-device'
import { MINIMUM_MS, withMinimumDuration } from './minimum-duration'
import { storeChallenge } from './flow-state'
import { sendAccountExistsMail } from './account-exists-mail'
import { newMailToken, pkceSchema, sendLinkMail } from './mail-links'
import { countMailRequest, takeMailAllowance } from './mail-limits'
import { insertUser, madeUpUser, type NewUser } from './create-user'
import { storeToken } from './one-time-tokens'
import { checkPassword, hashPassword } from './passwords'
import { startSession } from './sessions'
import { fullUserJson, parseUser, userByEmail, type User } from './users'

export const emailSchema = z
  .email({ pattern: z.regexes.html5Email })
  .transform((email) => email.toLowerCase())

const signUpSchema = pkceSchema.extend({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/** Metadata is part of every access token, which must fit into 16 kB of request headers. */
export function checkMetadata(data: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(data)) > 8_000)
    throw new HttpError(422, 'validation_failed', 'The user metadata are too large')
}

export function parseEmail(value: string): string {
  if (value.length > 255) throw new HttpError(400, 'validation_failed', 'An email address is too long')
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
  const created = await ctx.gateway.sql.begin(async (tx) => {
    const [row] = await tx`
      update auth.users set confirmation_token = ${hash}, confirmation_sent_at = now()
      where id = ${user.id} returning *`
    await storeToken(tx, { userId: user.id, type: 'confirmation_token', hash, relatesTo: email })
    return parseUser(row)
  })
  await sendLinkMail(ctx, auth, 'confirmation', token, { to: email })
  return created
}

export async function signUp(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  if (!ctx.config.signUpOpen)
    throw new HttpError(422, 'signup_disabled', 'Signups not allowed for this instance')
  const body = signUpSchema.parse(auth.body)
  if (!body.email && !body.phone)
    throw new HttpError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!body.password) throw new HttpError(400, 'validation_failed', 'Signup requires a valid password')
  checkPassword(body.password, ctx.config)
  if (!body.email) throw new HttpError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  const email = parseEmail(body.email)
  checkMetadata(body.data ?? {})
  countMailRequest(ctx, auth, email, 'stranger')
  const user = {
    email,
    passwordHash: await hashPassword(body.password, addressOrProcess(auth.request)),
    confirmed: false,
    data: body.data ?? {},
  }
  return json(await withMinimumDuration(() => registered(ctx, auth, user), 2 * MINIMUM_MS))
}

/** As GoTrue: an account that a trigger of the database has confirmed is signed in. */
async function registered(ctx: AuthContext, auth: AuthRequest, user: NewUser): Promise<unknown> {
  const done = await register(ctx, auth, user)
  return 'confirmed' in done ? startSession(ctx, done.confirmed, 'password', auth.request) : done.answer
}

/**
 * As GoTrue: for a confirmed address it returns a made-up user without identities, by which the portal recognises it for
 * invited visitors alone. The mail to the owner is ours.
 */
export async function register(
  ctx: AuthContext,
  auth: AuthRequest,
  user: NewUser,
): Promise<{ answer: Record<string, unknown> } | { confirmed: User }> {
  const existing = await userByEmail(ctx.gateway.sql, user.email)
  if (existing?.email_confirmed_at) {
    await sendAccountExistsMail(ctx, user.email)
    return { answer: madeUpUser(user) }
  }
  const inserted = existing ?? (await insertUser(ctx, user))
  if (inserted.email_confirmed_at) return { confirmed: inserted }
  const created = await sendConfirmation(ctx, auth, inserted)
  const answer = await fullUserJson(ctx.gateway.sql, created)
  return { answer: created.invited_at ? { ...answer, user_metadata: {}, identities: [] } : answer }
}
