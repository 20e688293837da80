import { guardRoute, type GuardDecision, type SessionPhase } from '@helpdesk/auth/model/guard'
import type { Role } from '@helpdesk/auth/model/roles'

export interface Visit {
  path: string
  /** Including the question mark. */
  search: string
  phase: SessionPhase
  role: Role | null
  recovering: boolean
}

/**
 * Decides a navigation by the route rules of `@helpdesk/auth`. Reset and invite links are also shown to signed-in
 * users, because their tokens are not redeemed yet.
 */
export function decideNavigation({ path, search, ...session }: Visit): GuardDecision {
  const normalized = path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') || '/' : path
  if (normalized === '/auth/reset-password' && hasLinkParams(search)) return { kind: 'show' }
  // Supabase Auth reports errors at the site's root when it has no redirect address.
  if (normalized === '/' && new URLSearchParams(search).has('error_code'))
    return { kind: 'redirect', to: `/auth/callback${search}`, remember: false }
  if (
    normalized === '/auth/signup' &&
    session.phase === 'signed-in' &&
    new URLSearchParams(search).has('token')
  )
    return { kind: 'show' }
  return guardRoute(normalized, session)
}

function hasLinkParams(search: string): boolean {
  const params = new URLSearchParams(search)
  return ['code', 'error', 'error_code', 'token_hash', 'type'].some((name) => params.has(name))
}

/** The path of a location that the guard remembered; null when there is none or it leads to another site. */
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
