import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'
import { HttpError } from '../http/http-error'

const time = z
  .date()
  .nullable()
  .transform((value) => value?.toISOString())
const meta = z
  .record(z.string(), z.unknown())
  .nullable()
  .transform((value) => value ?? {})

const userSchema = z.object({
  id: z.string(),
  aud: z.string().nullable(),
  role: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  encrypted_password: z.string().nullable(),
  email_confirmed_at: time,
  confirmation_sent_at: time,
  recovery_sent_at: time,
  confirmed_at: time,
  invited_at: time,
  last_sign_in_at: time,
  created_at: time,
  updated_at: time,
  banned_until: time,
  email_change: z.string().nullable(),
  raw_app_meta_data: meta,
  raw_user_meta_data: meta,
  is_anonymous: z.boolean(),
})
export type User = z.infer<typeof userSchema>

const identitySchema = z.object({
  id: z.string(),
  provider: z.string(),
  provider_id: z.string(),
  user_id: z.string(),
  identity_data: meta,
  email: z.string().nullable(),
  last_sign_in_at: time,
  created_at: time,
  updated_at: time,
})

export const parseUser = (row: unknown): User => userSchema.parse(row)

export async function userById(sql: Sql, id: string): Promise<User | undefined> {
  if (!z.guid().safeParse(id).success) return undefined
  const [row] = await sql`select * from auth.users where id = ${id}`
  return row && parseUser(row)
}

export async function userByEmail(sql: Sql, email: string): Promise<User | undefined> {
  const [row] = await sql`select * from auth.users where email = ${email.toLowerCase()} and not is_sso_user`
  return row && parseUser(row)
}

export const emailExists = () =>
  new HttpError(422, 'email_exists', 'A user with this email address has already been registered')

export const isBanned = (user: User) =>
  user.banned_until !== undefined && Date.parse(user.banned_until) > Date.now()

/** The user in GoTrue's format. */
function userJson(user: User, identities: unknown[] = []): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at,
    phone: user.phone ?? '',
    confirmation_sent_at: user.confirmation_sent_at,
    recovery_sent_at: user.recovery_sent_at,
    confirmed_at: user.confirmed_at,
    invited_at: user.invited_at,
    new_email: user.email_change ?? undefined,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities,
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until,
    is_anonymous: user.is_anonymous,
  }
}

export async function fullUserJson(sql: Sql | TransactionSql, user: User): Promise<Record<string, unknown>> {
  const rows = await sql`select * from auth.identities where user_id = ${user.id} order by created_at`
  const identities = rows.map((row) => {
    const { id, provider_id, ...rest } = identitySchema.parse(row)
    return { ...rest, identity_id: id, id: provider_id }
  })
  return userJson(user, identities)
}
