import * as z from 'zod/mini'
import { safeNext } from './safe-next'

const linkSchema = z.object({
  tokenHash: z.string().check(z.minLength(1), z.maxLength(500)),
  type: z.enum(['email', 'signup', 'recovery', 'email_change', 'invite', 'magiclink']),
})

/** The parameters of a mail link (supabase/templates): a one-time token and its purpose. */
export type MailLink = z.output<typeof linkSchema>

/** Reads a mail link from a query or from location state; null when there is none. */
export function readMailLink(value: unknown): MailLink | null {
  const fields =
    value instanceof URLSearchParams ? { tokenHash: value.get('token_hash'), type: value.get('type') } : value
  const parsed = z.safeParse(linkSchema, fields)
  return parsed.success ? parsed.data : null
}

/**
 * The path to open after a mail link has signed in: `next`, or the path of `redirect_to`.
 * @returns a path of this origin; null when the link has none
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
