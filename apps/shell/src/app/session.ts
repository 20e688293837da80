import { authStateAtom, getAuthState, sessionPhase, type AuthState, type SessionPhase } from '@helpdesk/auth'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { getDefaultStore } from 'jotai'
import { configured } from './configured'

/** Where auth-js keeps the session: AUTH_STORAGE_KEY of `@helpdesk/supabase`, which would bring auth-js along. */
export const SESSION_KEY = 'helpdesk-auth'

/**
 * The working half of `@helpdesk/auth` with the auth client. A visitor without a session gets it with the first touch
 * of a form: the login page is painted without it.
 */
export const fetchAuth = () => import('@helpdesk/auth')

/** {@link fetchAuth} with nobody waiting; a failure is met by the command that needs it. */
export const fetchAuthAhead = (): void => void fetchAuth().catch(() => undefined)

/** {@link fetchAuth}, once the backend is known, with the stored session read and its changes followed. */
export async function auth(): ReturnType<typeof fetchAuth> {
  const [commands] = await Promise.all([fetchAuth(), configured()])
  await commands.initializeAuth()
  return commands
}

let started: Promise<void> | null = null

/** The first session check. Where nothing is stored, nobody is signed in: no need to ask. */
export function startSession(): Promise<void> {
  started ??= localStore.read(SESSION_KEY) !== null ? auth().then(() => undefined) : stayOut()
  return started
}

function stayOut(): Promise<void> {
  getDefaultStore().set(authStateAtom, (state) => ({ ...state, isLoading: false, initialized: true }))
  // another tab may sign in
  addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY && event.newValue) void auth()
  })
  return Promise.resolve()
}

/** The session as the guard sees it: once known, a later look at it is no reason to take a page away. */
export function phaseOf(state: AuthState = getAuthState()): SessionPhase {
  return sessionPhase({ ...state, isLoading: state.isLoading && !state.initialized })
}
