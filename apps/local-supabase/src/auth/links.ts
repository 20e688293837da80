import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'
import { createLimiter, type Limiter } from '../limits/limiter'
import { tooMany } from '../limits/limits'
import { renderMail } from '../mail/templates'
import type { TemplateName } from './config'
import type { AuthContext, AuthRequest } from './context'
import { allowedRedirect } from './redirects'

export type LinkType = 'signup' | 'recovery' | 'email_change' | 'invite' | 'magiclink'

export const pkceSchema = z.object({
  code_challenge: z.string().min(43).max(128).nullish(),
  code_challenge_method: z.string().nullish(),
})
export type Pkce = z.infer<typeof pkceSchema>

/** Only the hash is stored: whoever reads the table cannot use a link. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

export interface MailToken {
  token: string
  hash: string
}

/** Where people are at home: also where they land when a redirect is not allowed. */
export const siteOf = (ctx: AuthContext): string => ctx.config.siteOrigin ?? ctx.gw.origin

export function redirectOf(ctx: AuthContext, { url, request }: AuthRequest): string {
  const wanted = url.searchParams.get('redirect_to') ?? request.headers.get('redirect_to')
  return allowedRedirect(wanted, siteOf(ctx))
}

export function newMailToken(): MailToken {
  const token = randomBytes(28).toString('hex')
  return { token, hash: hashToken(token) }
}

/** Sends one of the mails of `supabase/templates`; its link carries the token. */
export async function sendLink(
  ctx: AuthContext,
  auth: AuthRequest,
  name: TemplateName,
  token: string,
  { to, email = to, newEmail = '' }: { to: string; email?: string; newEmail?: string },
): Promise<void> {
  const values = {
    SiteURL: siteOf(ctx),
    RedirectTo: redirectOf(ctx, auth),
    TokenHash: token,
    Email: email,
    NewEmail: newEmail,
  }
  await ctx.send(renderMail(ctx.config.templates[name], to, values))
}

/** Defect 6: the challenge waits under the link's token; `/verify` answers with a code for it. */
export async function rememberChallenge(
  sql: Sql | TransactionSql,
  pkce: Pkce,
  hash: string,
  method: LinkType,
) {
  if (!pkce.code_challenge) return
  const how = pkce.code_challenge_method?.toLowerCase() === 'plain' ? 'plain' : 's256'
  await sql`
    insert into auth.flow_state (id, code_challenge, code_challenge_method, provider_type, authentication_method, invite_token)
    values (${randomUUID()}, ${pkce.code_challenge}, ${how}, 'email', ${method}, ${hash})`
}

const pauses = new WeakMap<AuthContext, Limiter>()

function pauseOf(ctx: AuthContext): Limiter {
  const pause = pauses.get(ctx) ?? createLimiter({ amount: 1, seconds: ctx.config.mailPauseMs / 1000 })
  pauses.set(ctx, pause)
  return pause
}

const soon = 'For security purposes, please wait before trying again.'

/**
 * Counts a mail that somebody asks for. Counted for every e-mail address alike: the answer does not tell whether there
 * is an account. Throws 429 with Retry-After.
 */
export function countMail(ctx: AuthContext, email: string): void {
  const counts: [Limiter, string, string][] = [
    [pauseOf(ctx), email, soon],
    [ctx.gw.limits.limiter('account_mails'), email, soon],
    [ctx.gw.limits.limiter('email_sent'), '', 'email rate limit exceeded'],
  ]
  for (const [limiter, key, message] of counts) {
    const seconds = limiter.take(key)
    if (seconds > 0) throw tooMany(seconds, { code: 'over_email_send_rate_limit', message })
  }
}
