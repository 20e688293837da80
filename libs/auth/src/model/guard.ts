import type { Role } from './roles'
import { accessOf, dashboardForRole, homeForRole, isRoleAllowed } from './routes'

/** Session phases that the guard distinguishes (specification section 4). */
export type SessionPhase = 'not-initialized' | 'loading' | 'signed-out' | 'signed-in'

interface GuardInput {
  phase: SessionPhase
  /** From the profile; `null` when the profile could not be read. */
  role: Role | null
  /** The user came through a reset link and has to choose a new password. */
  recovering?: boolean
}

/** The outcome of a navigation. `no-profile`: signed in, but the profile could not be read; offer a retry. */
export type GuardDecision =
  | { kind: 'show' }
  | { kind: 'wait' }
  | { kind: 'no-profile' }
  | { kind: 'redirect'; to: string; remember: boolean }

const show: GuardDecision = { kind: 'show' }
const redirect = (to: string, remember = false): GuardDecision => ({ kind: 'redirect', to, remember })

/**
 * The guard of specification section 2.2. `remember`: return to the original location after sign-in. Never redirects from
 * a protected route without a profile, since every target would redirect again.
 */
export function guardRoute(path: string, { phase, role, recovering = false }: GuardInput): GuardDecision {
  const access = accessOf(path)
  if (access === 'public') return show
  if (phase === 'not-initialized' || phase === 'loading') return { kind: 'wait' }
  if (path === '/') return redirect(phase === 'signed-in' && role ? homeForRole(role) : '/auth/login')
  if (access === 'any') return show
  if (access === 'visitor') {
    if (phase === 'signed-out' || (recovering && path.startsWith('/auth/reset-password'))) return show
    return redirect(dashboardForRole(role))
  }
  if (phase === 'signed-out') return redirect('/auth/login', true)
  if (role === null) return { kind: 'no-profile' }
  return isRoleAllowed(path, role) ? show : redirect(dashboardForRole(role))
}
