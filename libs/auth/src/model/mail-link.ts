import * as z from 'zod/mini'
import { safeNext } from './safe-next'

const linkSchema = z.object({
  tokenHash: z.string().check(z.minLength(1), z.maxLength(500)),
  type: z.enum(['email', 'signup', 'recovery', 'email_change', 'invite', 'magiclink']),
})

/** What the link of a mail carries (supabase/templates): a token that works once, and what it is for. */
export type MailLink = z.output<typeof linkSchema>

/** Reads the link of a mail from an address or from a history entry; null when it is none. */
export function readMailLink(value: unknown): MailLink | null {
  const fields =
    value instanceof URLSearchParams ? { tokenHash: value.get('token_hash'), type: value.get('type') } : value
  const parsed = z.safeParse(linkSchema, fields)
  return parsed.success ? parsed.data : null
}

/**
 * Where the link of a mail leads afterwards: `next`, or that of `redirect_to`, the address that the mail was asked
 * for with. Only its path counts.
 * @returns a path of this origin; null when the link names none.
 */
export function mailLinkNext(params: URLSearchParams): string | null {
  if (params.has('next')) return safeNext(params.get('next'))
  const target = params.get('redirect_to')
  if (!target || !URL.canParse(target)) return null
  const { pathname, search, hash, searchParams } = new URL(target)
  if (pathname === '/auth/callback')
    return searchParams.has('next') ? safeNext(searchParams.get('next')) : null
  return pathname === '/' || pathname.startsWith('/auth/') ? null : safeNext(pathname + search + hash)
}
