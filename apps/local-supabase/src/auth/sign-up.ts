import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { json } from '../http/respond'
import { HttpError } from '../http/types'
import { confirmationMail } from '../mail/templates'
import type { AuthContext, AuthRequest } from './context'
import { countMail, newLink, pkceSchema, redirectOf, rememberChallenge } from './links'
import { checkPassword, hashPassword } from './passwords'
import { fullUserJson, parseUser, userByEmail, userJson, type User } from './users'

export const emailSchema = z
  .email()
  .max(255)
  .transform((email) => email.toLowerCase())

const signUpSchema = pkceSchema.extend({
  email: z.string().default(''),
  password: z.string().default(''),
  data: z.record(z.string(), z.unknown()).nullish(),
})

export function parseEmail(value: string): string {
  const parsed = emailSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new HttpError(400, 'validation_failed', 'Unable to validate email address: invalid format')
}

/** Creates the user and its e-mail identity in one transaction; the project's triggers run inside it. */
export async function insertUser(
  ctx: AuthContext,
  user: {
    id?: string
    email: string
    passwordHash: string | null
    confirmed: boolean
    data: Record<string, unknown>
    appData?: Record<string, unknown>
    invited?: boolean
    /** Where the person comes from; their e-mail address by default. */
    identity?: { provider: string; id: string }
  },
): Promise<User> {
  const id = user.id ?? randomUUID()
  const from = user.identity ?? { provider: 'email', id }
  const app = { provider: 'email', providers: ['email'], ...user.appData }
  try {
    return await ctx.gw.sql.begin(async (tx) => {
      await tx`
        insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
          raw_app_meta_data, raw_user_meta_data)
        values (${id}, 'authenticated', 'authenticated', ${user.email}, ${user.passwordHash},
          ${user.confirmed ? new Date() : null}, ${user.invited ? new Date() : null},
          ${JSON.stringify(app)}::text::jsonb, ${JSON.stringify(user.data)}::text::jsonb)`
      const identity = {
        ...user.data,
        sub: from.id,
        email: user.email,
        email_verified: user.confirmed,
        phone_verified: false,
      }
      await tx`
        insert into auth.identities (provider, provider_id, user_id, identity_data, last_sign_in_at)
        values (${from.provider}, ${from.id}, ${id}, ${JSON.stringify(identity)}::text::jsonb, now())`
      const [row] = await tx`
        update auth.users set raw_user_meta_data = raw_user_meta_data || ${JSON.stringify(identity)}::text::jsonb
        where id = ${id} returning *`
      return parseUser(row)
    })
  } catch (error) {
    if (
      error instanceof Error &&
      'constraint_name' in error &&
      error.constraint_name === 'users_email_partial_key'
    ) {
      throw new HttpError(422, 'user_already_exists', 'User already registered')
    }
    ctx.gw.log(`Sign-up failed: ${error instanceof Error ? error.message : String(error)}`)
    throw new HttpError(500, 'unexpected_failure', 'Database error saving new user')
  }
}

export async function sendConfirmation(ctx: AuthContext, auth: AuthRequest, user: User): Promise<User> {
  const link = newLink(ctx, 'signup', redirectOf(ctx, auth))
  await rememberChallenge(ctx.gw.sql, pkceSchema.parse(auth.body), link.hash, 'signup')
  const [row] = await ctx.gw.sql`
    update auth.users set confirmation_token = ${link.hash}, confirmation_sent_at = now()
    where id = ${user.id} returning *`
  await ctx.send(confirmationMail(user.email ?? '', link.href))
  return parseUser(row)
}

/** Defect 7: an address that is taken gets an answer that looks like a new account, and no mail. */
function lookAlike(email: string, data: Record<string, unknown>): Record<string, unknown> {
  const id = randomUUID()
  const now = new Date().toISOString()
  const user = {
    id,
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
  return user
}

export async function signUp(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  if (!ctx.config.signUpOpen)
    throw new HttpError(422, 'signup_disabled', 'Signups not allowed for this instance')
  const body = signUpSchema.parse(auth.body)
  if (!body.password) throw new HttpError(400, 'validation_failed', 'Signup requires a valid password')
  const email = parseEmail(body.email)
  checkPassword(body.password, ctx.config)
  countMail(ctx, email)
  const passwordHash = await hashPassword(body.password)
  const data = body.data ?? {}
  const existing = await userByEmail(ctx.gw.sql, email)
  if (existing?.email_confirmed_at) return json(lookAlike(email, data))
  const user = existing ?? (await insertUser(ctx, { email, passwordHash, confirmed: false, data }))
  const mailed = await sendConfirmation(ctx, auth, user)
  return json(existing ? userJson(mailed) : await fullUserJson(ctx.gw.sql, mailed))
}
