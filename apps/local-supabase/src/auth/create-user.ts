import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { isDatabaseUnavailable } from '../http/database-restart'
import { describeError } from '../http/error-log'
import { HttpError } from '../http/http-error'
import type { AuthContext } from './context'
import { parseUser, type User } from './users'

export interface NewUser {
  id?: string
  email: string
  passwordHash: string | null
  confirmed: boolean
  data: Record<string, unknown>
  appData?: Record<string, unknown>
  invited?: boolean
  /** The e-mail address by default. */
  identity?: { provider: string; id: string }
}

async function insertRows(tx: TransactionSql, user: NewUser): Promise<User> {
  const id = user.id ?? randomUUID()
  const from = user.identity ?? { provider: 'email', id }
  const app = { provider: 'email', providers: ['email'], ...user.appData }
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
}

function toSignUpError(ctx: AuthContext, error: unknown): unknown {
  if (isDatabaseUnavailable(error)) return error
  if (
    error instanceof Error &&
    'constraint_name' in error &&
    error.constraint_name === 'users_email_partial_key'
  )
    return new HttpError(422, 'user_already_exists', 'User already registered')
  ctx.gateway.log(`Sign-up failed: ${describeError(error)}`, { level: 'error' })
  return new HttpError(500, 'unexpected_failure', 'Database error saving new user')
}

/** Creates the user and its e-mail identity in one transaction; the project's triggers run inside it. */
export async function insertUser(ctx: AuthContext, user: NewUser): Promise<User> {
  try {
    return await ctx.gateway.sql.begin((tx) => insertRows(tx, user))
  } catch (error) {
    throw toSignUpError(ctx, error)
  }
}

/** GoTrue's answer to a sign-up with the address of a confirmed account. */
export function madeUpUser({ email, data }: NewUser): Record<string, unknown> {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
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
}
