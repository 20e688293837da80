import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
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

/** Only the hash is stored: a reader of the table cannot use a link. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

export interface MailToken {
  token: string
  hash: string
}

/** The portal's URL, also the target of a redirect that is not allowed. */
export const siteUrl = (ctx: AuthContext): string => ctx.config.siteOrigin ?? ctx.gateway.origin

export function redirectTarget(ctx: AuthContext, { url, request }: AuthRequest): string {
  const requested = url.searchParams.get('redirect_to') ?? request.headers.get('redirect_to')
  return allowedRedirect(requested, siteUrl(ctx))
}

export function newMailToken(): MailToken {
  const token = randomBytes(28).toString('hex')
  return { token, hash: hashToken(token) }
}

/** Sends a mail of `supabase/templates` whose link contains the token. */
export async function sendLinkMail(
  ctx: AuthContext,
  auth: AuthRequest,
  name: TemplateName,
  token: string,
  { to, email = to, newEmail = '' }: { to: string; email?: string; newEmail?: string },
): Promise<void> {
  const values = {
    SiteURL: siteUrl(ctx),
    RedirectTo: redirectTarget(ctx, auth),
    TokenHash: token,
    Email: email,
    NewEmail: newEmail,
  }
  await ctx.send(renderMail(ctx.config.templates[name], to, values))
}
