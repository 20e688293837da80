import type { SessionPhase } from '@helpdesk/auth/model/guard'
import { authStateAtom, getAuthState, sessionPhase, type AuthState } from '@helpdesk/auth/session/auth-state'
import { loadAuthJs } from '@helpdesk/supabase/load-auth-js'
import { AUTH_STORAGE_KEY } from '@helpdesk/supabase/stored-session'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { getDefaultStore } from 'jotai'
import { whenConfigured } from './portal-services'

/**
 * Loads the commands of `@helpdesk/auth`. The login page renders without them and loads them when a form is first
 * focused.
 */
const loadAuth = () => import('@helpdesk/auth')

/** Loads the commands and auth-js, side by side, for a form; a failure is reported by the command that needs them. */
export const preloadAuth = (): void => void Promise.all([loadAuth(), loadAuthJs()]).catch(() => undefined)

/** {@link loadAuth}, resolved once the backend is configured and the session initialized. */
export async function auth(): ReturnType<typeof loadAuth> {
  const [commands] = await Promise.all([loadAuth(), whenConfigured()])
  await commands.initializeAuth()
  return commands
}

/** Sessions that were signed out without a network; {@link startSession} ends them. */
const SESSIONS_TO_END_KEY = 'helpdesk-sessions-to-end'

let started: Promise<void> | null = null

/** The first session check. Without a stored session the visitor is signed out, and auth-js is not loaded. */
export function startSession(): Promise<void> {
  started ??= localStore.read(AUTH_STORAGE_KEY) !== null ? auth().then(() => undefined) : startSignedOut()
  if (localStore.read(SESSIONS_TO_END_KEY) !== null)
    auth().then(
      ({ endSessionsAtContact }) => endSessionsAtContact(),
      () => undefined, // the next page tries again
    )
  return started
}

function startSignedOut(): Promise<void> {
  getDefaultStore().set(authStateAtom, (state) => ({ ...state, isLoading: false, initialized: true }))
  // another tab may sign in
  addEventListener('storage', (event) => {
    if (event.key === AUTH_STORAGE_KEY && event.newValue) void auth()
  })
  return Promise.resolve()
}

/** The session phase for the guard. Later checks do not count as loading: they must not unmount the page. */
export function phaseOf(state: AuthState = getAuthState()): SessionPhase {
  return sessionPhase({ ...state, isLoading: state.isLoading && !state.initialized })
}
