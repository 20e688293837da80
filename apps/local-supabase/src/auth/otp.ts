import { randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import { json } from '../http/respond'
import { HttpError } from '../http/http-error'
import type { AuthContext, AuthRequest } from './context'
import { addressOrProcess } from './known-device'
import { countMailRequest } from './mail-limits'
import { hashPassword } from './passwords'
import { sendTokenMail } from './recover'
import { parseEmail, register } from './sign-up'
import { signedIn } from './user'
import { userByEmail } from './users'

const otpSchema = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  create_user: z.boolean().default(true),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/** `signInWithOtp`, which the portal does not use: a link to sign in, or to confirm a new account. */
export async function otp(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const body = otpSchema.parse(auth.body)
  if (!body.email && body.phone)
    throw new HttpError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  if (!body.email) throw new HttpError(400, 'validation_failed', 'One of email or phone must be set')
  const email = parseEmail(body.email)
  const user = await userByEmail(ctx.gateway.sql, email)
  if (!user && !body.create_user) throw new HttpError(422, 'otp_disabled', 'Signups not allowed for otp')
  countMailRequest(ctx, auth, email, user ? 'known' : 'stranger')
  if (user?.email_confirmed_at) await sendTokenMail(ctx, auth, user, 'magiclink')
  else {
    const password = randomBytes(32).toString('base64url')
    const passwordHash = await hashPassword(password, addressOrProcess(auth.request))
    await register(ctx, auth, { email, passwordHash, confirmed: false, data: body.data ?? {} })
  }
  return json({})
}

/** The older path of {@link otp}. */
export const magicLink = (ctx: AuthContext, auth: AuthRequest): Promise<Response> =>
  otp(ctx, { ...auth, body: { ...otpSchema.parse(auth.body), create_user: true } })

/** Mails a code, which no setting of the portal asks for. */
export async function reauthenticate(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const { user } = await signedIn(ctx, auth.request)
  const to = user.email ?? ''
  countMailRequest(ctx, auth, to, 'known')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await ctx.send({
    to,
    subject: `${code} is your verification code`,
    text: `Enter the code: ${code}\n`,
    html: `<p>Enter the code: ${code}</p>`,
  })
  return json({})
}
