import { z } from 'zod'
import { json } from '../http/respond'
import { HttpError } from '../http/http-error'
import type { AuthContext, AuthRequest } from './context'
import { insertUser } from './create-user'
import { newMailToken, siteUrl } from './mail-links'
import { storeToken, type TokenType } from './one-time-tokens'
import { hashPassword } from './passwords'
import { parseEmail } from './sign-up'
import { fullUserJson, parseUser, userByEmail, type User } from './users'

const tokens = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
} as const satisfies Record<string, TokenType>

const bodySchema = z.object({
  type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']),
  email: z.string().default(''),
  new_email: z.string().optional(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
})
type Body = z.output<typeof bodySchema>

async function accountFor(ctx: AuthContext, { type, email, password, data }: Body): Promise<User> {
  const existing = await userByEmail(ctx.gateway.sql, email)
  const creates = type === 'signup' || type === 'invite'
  if (!existing && !creates) throw new HttpError(404, 'user_not_found', 'User with this email not found')
  if (existing?.email_confirmed_at && creates)
    throw new HttpError(422, 'email_exists', 'A user with this email address has already been registered')
  if (existing) return existing
  const passwordHash = type === 'signup' && password ? await hashPassword(password, 'the secret key') : null
  return insertUser(ctx, { email, passwordHash, confirmed: false, data: data ?? {} })
}

/** What is written beside a token, as when its mail is sent. */
function sent({ type }: Body, newEmail: string): Record<string, unknown> {
  const now = new Date()
  if (type === 'signup') return { confirmation_sent_at: now }
  if (type === 'invite') return { confirmation_sent_at: now, invited_at: now }
  if (type === 'magiclink' || type === 'recovery') return { recovery_sent_at: now }
  return { email_change_sent_at: now, email_change: newEmail, email_change_confirm_status: 0 }
}

/** `/admin/generate_link`: the link of a mail that is not sent. */
export async function generateLink(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const parsed = bodySchema.parse(auth.body)
  const body = { ...parsed, email: parseEmail(parsed.email) }
  const newEmail = body.type.startsWith('email_change') ? parseEmail(body.new_email ?? '') : ''
  const { id } = await accountFor(ctx, body)
  const { token, hash } = newMailToken()
  const type = tokens[body.type]
  const user = await ctx.gateway.sql.begin(async (tx) => {
    const [row] = await tx`
      update auth.users set ${tx({ ...sent(body, newEmail), [type]: hash })} where id = ${id} returning *`
    const relatesTo = body.type === 'email_change_new' ? newEmail : body.email
    await storeToken(tx, { userId: id, type, hash, relatesTo })
    return parseUser(row)
  })
  return json({
    ...(await fullUserJson(ctx.gateway.sql, user)),
    action_link: `${ctx.gateway.origin}/auth/v1/verify?${new URLSearchParams({ token, type: body.type })}`,
    email_otp: '',
    hashed_token: token,
    redirect_to: siteUrl(ctx),
    verification_type: body.type,
  })
}
