import { guardRoute, type GuardDecision, type Role, type SessionPhase } from '@helpdesk/auth'

export interface Visit {
  path: string
  /** Query of the address, with its question mark. */
  search: string
  phase: SessionPhase
  role: Role | null
  recovering: boolean
}

/**
 * What happens to a visit: the route rules of `@helpdesk/auth`, and two exceptions, which must also work in a browser
 * where somebody is signed in: a reset link leads to the reset page with a token that is still to be redeemed, and an
 * invite link to the sign-up page, which leads on to accepting it.
 */
export function decide({ path, search, ...session }: Visit): GuardDecision {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  if (clean === '/auth/reset-password' && hasLinkParams(search)) return { kind: 'show' }
  // Where Supabase Auth knows no better address it leaves its errors on the site's own.
  if (clean === '/' && new URLSearchParams(search).has('error_code'))
    return { kind: 'redirect', to: `/auth/callback${search}`, remember: false }
  if (clean === '/auth/signup' && session.phase === 'signed-in' && new URLSearchParams(search).has('token'))
    return { kind: 'show' }
  return guardRoute(clean, session)
}

function hasLinkParams(search: string): boolean {
  const params = new URLSearchParams(search)
  return ['code', 'error', 'error_code', 'token_hash', 'type'].some((name) => params.has(name))
}

/** Where a location that a guard remembered leads back to; null when there is none or it is not a path of ours. */
export function rememberedPath(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  const { from } = state
  if (typeof from !== 'object' || from === null || !('pathname' in from)) return null
  const read = (key: string) => {
    const value: unknown = Reflect.get(from, key)
    return typeof value === 'string' ? value : ''
  }
  const pathname = read('pathname')
  if (!pathname.startsWith('/') || pathname.startsWith('//')) return null
  return pathname + read('search') + read('hash')
}
