import { authClient, NetworkError, toAppError, type Session } from '@helpdesk/supabase'
import { AUTH_TEXTS } from '../model/error-texts'
import { missingMetadata, type Profile } from '../model/profile'
import { getAuthState, patchAuthState, setRecovering } from './auth-state'
import { fetchProfile } from './fetch-profile'

// auth-js reports the same session several times (start, recovery of the tab, our own commands).
const FRESH_MS = 5_000

let generation = 0
let latest: { token: string; at: number; done: Promise<void> } | null = null
const filledUsers = new Set<string>()

/**
 * Makes `session` the state of the application and fetches its profile. User, session and profile change in one
 * step, so that no screen sees a signed-in person without a role; a session of the person already shown is
 * taken over at once. Of two calls the later one wins, whatever order their profiles arrive in.
 * @param session `null` clears everything.
 * @param force fetches the profile even when this very session has just been applied.
 */
export function applySession(session: Session | null, { force = false } = {}): Promise<void> {
  if (!session) {
    clear()
    return Promise.resolve()
  }
  // Both tokens: a server may renew within the second in which it issued, and then the access token is the same.
  const token = `${session.access_token} ${session.refresh_token}`
  if (!force && latest?.token === token && Date.now() - latest.at < FRESH_MS) return latest.done
  const done = load(session, ++generation)
  latest = { token, at: Date.now(), done }
  return done
}

function clear(): void {
  generation += 1
  latest = null
  filledUsers.clear()
  setRecovering(false)
  patchAuthState({ user: null, session: null, profile: null, error: null })
}

async function load(session: Session, mine: number): Promise<void> {
  const { user } = session
  const known = getAuthState().user?.id === user.id ? getAuthState().profile : null
  if (known) patchAuthState({ user, session })
  try {
    const profile = await fetchProfile(user.id)
    if (mine !== generation) return
    patchAuthState({ user, session, profile, error: null })
    fillMetadata(session, profile)
  } catch (error) {
    if (mine !== generation) return
    console.error(AUTH_TEXTS.fetchProfile, toAppError(error))
    // A laptop that wakes before its network would otherwise lose its role and be thrown off its screen.
    const profile = error instanceof NetworkError ? known : null
    patchAuthState({ user, session, profile, error: AUTH_TEXTS.fetchProfile })
  }
}

/** Copies role and name into the user's metadata where they are missing; tried once per sign-in, for display only. */
function fillMetadata(session: Session, profile: Profile): void {
  const missing = missingMetadata(session.user, profile)
  if (!missing || filledUsers.has(session.user.id)) return
  filledUsers.add(session.user.id)
  authClient()
    .updateUser({ data: missing })
    .catch(() => undefined)
}
