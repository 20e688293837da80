import { escapeHtml } from '../http/respond'
import { createLimiter, type Limiter } from '../limits/limiter'
import type { Mail } from '../mail/mail'
import type { AuthContext } from './context'
import { siteUrl } from './mail-links'

const subject = 'You already have an account'
const lines = [
  'Somebody, hopefully you, tried to create an account with this address. There is one already: nothing has changed.',
  'Sign in with it, or reset the password if you do not know it.',
]
const footer = 'If it was not you, you can ignore this email.'
const button =
  'display:inline-block;background:#2453c9;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 18px;border-radius:6px'

/** @param site the portal's URL, without a trailing slash */
function accountExistsMail(to: string, site: string): Mail {
  const signIn = `${site}/auth/login`
  const reset = `${site}/auth/reset-password`
  const body = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;background:#f4f4f5;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#18181b">
<div style="max-width:480px;margin:0 auto;padding:32px 16px">
<div style="background:#ffffff;border:1px solid #e4e4e7;border-radius:8px;padding:32px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>${body}
<p style="margin:24px 0"><a href="${escapeHtml(signIn)}" style="${button}">Sign in</a></p>
<p style="margin:0"><a href="${escapeHtml(reset)}" style="color:#2453c9">Reset your password</a></p>
</div>
<p style="margin:16px 8px 0;font-size:12px;color:#52525b">${footer}</p>
</div></body></html>`
  const text = [subject, ...lines, `Sign in: ${signIn}`, `Reset your password: ${reset}`, footer]
  return { to, subject, text: `${text.join('\n\n')}\n`, html }
}

const limiters = new WeakMap<AuthContext, Limiter>()

/**
 * Notifies the owner of a confirmed account about a sign-up with its address, because the response must not reveal the
 * account. Limited separately from resets, so that repeated sign-ups do not block the owner's reset mail.
 */
export async function sendAccountExistsMail(ctx: AuthContext, email: string): Promise<void> {
  const limiter = limiters.get(ctx) ?? createLimiter({ amount: 3, seconds: 3600 })
  limiters.set(ctx, limiter)
  if (limiter.take(email) > 0 || ctx.gateway.limits.limiter('email_sent').take('') > 0) return
  await ctx.send(accountExistsMail(email, siteUrl(ctx)))
}
