import { z } from 'zod'
import { bearerToken, timingSafeEquals } from '../http/caller'
import { isDatabaseUnavailable } from '../http/database-restart'
import { describeError } from '../http/error-log'
import { json } from '../http/respond'
import { HttpError } from '../http/http-error'
import type { AuthContext, AuthRequest } from './context'
import { checkPassword, hashPassword } from './passwords'
import { insertUser } from './create-user'
import { generateLink } from './generate-link'
import { parseEmail } from './sign-up'
import { emailExists, fullUserJson, parseUser, userByEmail, userById, type User } from './users'

const metaSchema = z.record(z.string(), z.unknown())
const changeSchema = z.object({
  id: z.guid().optional(),
  email: z.string().optional(),
  password: z.string().nullish(),
  email_confirm: z.boolean().optional(),
  user_metadata: metaSchema.nullish(),
  app_metadata: metaSchema.nullish(),
  /** `24h`, `30m`, `none`. */
  ban_duration: z.string().optional(),
})

/** Go's durations (`1h30m`) in seconds; undefined for `none`. */
function banSeconds(duration: string): number | undefined {
  if (duration === 'none') return undefined
  const parts = [...duration.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(h|m|s)/g)]
  if (!parts.length || parts.map((part) => part[0]).join('') !== duration) {
    throw new HttpError(400, 'validation_failed', `invalid format for ban duration: "${duration}"`)
  }
  const seconds: Record<string, number> = { h: 3600, m: 60, s: 1 }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (seconds[unit ?? 's'] ?? 1), 0)
}

async function create(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const body = changeSchema.parse(auth.body)
  const email = parseEmail(body.email ?? '')
  if (await userByEmail(ctx.gateway.sql, email)) throw emailExists()
  const user = await insertUser(ctx, {
    id: body.id,
    email,
    passwordHash: body.password ? await hashPassword(body.password, 'the secret key') : null,
    confirmed: body.email_confirm ?? false,
    data: body.user_metadata ?? {},
    appData: body.app_metadata ?? {},
  })
  return json(
    await fullUserJson(ctx.gateway.sql, body.ban_duration ? await ban(ctx, user, body.ban_duration) : user),
  )
}

async function ban(ctx: AuthContext, user: User, duration: string): Promise<User> {
  const seconds = banSeconds(duration)
  const [row] = await ctx.gateway.sql`
    update auth.users set banned_until = ${seconds === undefined ? null : new Date(Date.now() + seconds * 1000)}
    where id = ${user.id} returning *`
  return parseUser(row)
}

async function list(ctx: AuthContext, { url }: AuthRequest): Promise<Response> {
  const number = (name: string, standard: number) =>
    Math.max(1, Math.trunc(Number(url.searchParams.get(name))) || standard)
  const page = number('page', 1)
  const size = Math.min(number('per_page', 50), 1000)
  const [count] = await ctx.gateway.sql<{ total: number }[]>`select count(*)::int as total from auth.users`
  const rows = await ctx.gateway.sql`
    select * from auth.users order by created_at desc, id limit ${size} offset ${(page - 1) * size}`
  const users = await Promise.all(rows.map((row) => fullUserJson(ctx.gateway.sql, parseUser(row))))
  const total = count?.total ?? 0
  const last = Math.max(1, Math.ceil(total / size))
  const base = `${ctx.gateway.origin}/auth/v1/admin/users?per_page=${size}&page=`
  const next = page < last ? `<${base}${page + 1}>; rel="next", ` : ''
  return json({ users, aud: 'authenticated' }, 200, {
    'x-total-count': String(total),
    link: `${next}<${base}${last}>; rel="last"`,
  })
}

async function update(ctx: AuthContext, user: User, auth: AuthRequest): Promise<Response> {
  const body = changeSchema.parse(auth.body)
  const email = body.email === undefined ? user.email : parseEmail(body.email)
  // As GoTrue, which takes any password for a new account.
  if (body.password) checkPassword(body.password, ctx.config)
  if (email && email !== user.email && (await userByEmail(ctx.gateway.sql, email))) throw emailExists()
  const hash = body.password ? await hashPassword(body.password, 'the secret key') : user.encrypted_password
  const [row] = await ctx.gateway.sql`
    update auth.users set email = ${email}, encrypted_password = ${hash}, updated_at = now(),
      email_confirmed_at = case when ${body.email_confirm ?? false} then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
      raw_app_meta_data = jsonb_strip_nulls(coalesce(raw_app_meta_data, '{}') || ${JSON.stringify(body.app_metadata ?? {})}::text::jsonb),
      raw_user_meta_data = jsonb_strip_nulls(coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(body.user_metadata ?? {})}::text::jsonb)
    where id = ${user.id} returning *`
  const updated = parseUser(row)
  return json(
    await fullUserJson(
      ctx.gateway.sql,
      body.ban_duration ? await ban(ctx, updated, body.ban_duration) : updated,
    ),
  )
}

/** `/admin/users` and `/admin/generate_link`, for the secret key only. */
export async function admin(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const sent = [auth.request.headers.get('apikey'), bearerToken(auth.request)]
  if (!sent.some((key) => key && timingSafeEquals(key, ctx.gateway.keys.secret))) {
    throw new HttpError(403, 'not_admin', 'User not allowed')
  }
  const { method } = auth.request
  if (auth.path === '/admin/users') {
    if (method === 'POST') return create(ctx, auth)
    if (method === 'GET') return list(ctx, auth)
  }
  if (auth.path === '/admin/generate_link' && method === 'POST') return generateLink(ctx, auth)
  const id = /^\/admin\/users\/([^/]+)$/.exec(auth.path)?.[1]
  if (!id) throw new HttpError(404, 'not_found', 'Not found')
  const user = await userById(ctx.gateway.sql, id)
  if (!user) throw new HttpError(404, 'user_not_found', 'User not found')
  if (method === 'GET') return json(await fullUserJson(ctx.gateway.sql, user))
  if (method === 'PUT') return update(ctx, user, auth)
  if (method === 'DELETE') {
    await ctx.gateway.sql`delete from auth.users where id = ${user.id}`.catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error
      // Such as a customer with tickets.
      ctx.gateway.log(`Deleting a user failed: ${describeError(error)}`, { level: 'error' })
      throw new HttpError(500, 'unexpected_failure', 'Database error deleting user')
    })
    return json({})
  }
  throw new HttpError(405, 'method_not_allowed', 'Method not allowed')
}
