import { authClient, onAuthClient, type Session } from '@helpdesk/supabase/auth-client'
import { NetworkError } from '@helpdesk/supabase/errors/app-error'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { AUTH_TEXTS } from '../model/error-texts'
import { missingMetadata, type Profile } from '../model/profile'
import { afterSessionLoss, endsSession } from '../model/session-loss'
import { getAuthState, isRecovering, patchAuthState, setDeactivated, setRecovering } from './auth-state'
import { endSession } from './end-session'
import { clearSignOutMarker, hasSignedOut, markSignedOut } from './sign-out-marker'
import { fetchProfile } from '../api/fetch-profile'
import { loadWorkspace } from './refresh-workspace'

// auth-js reports the same session several times: at start, when the tab becomes visible, after our own commands
const FRESH_MS = 5_000

let generation = 0
let applyingToken: string | null = null
let latest: { token: string; at: number; done: Promise<void> } | null = null
/** A token was refused and renewed, and no profile was read since: without this, two servers at odds would cause a loop. */
let renewed = false
const usersWithFilledMetadata = new Set<string>()

/**
 * Applies a session to the auth state and fetches its profile. User, session and profile change together, so that no
 * screen sees a signed-in user without a role; a session of the current user is applied at once. The later of two calls
 * wins, whichever profile arrives first.
 * @param session `null` clears the state
 * @param force fetches the profile even when this session has just been applied
 */
export function applySession(session: Session | null, { force = false } = {}): Promise<void> {
  if (!session) {
    clear()
    return Promise.resolve()
  }
  // both tokens: a refresh within the same second yields the same access token
  const token = `${session.access_token} ${session.refresh_token}`
  if (!force && latest?.token === token && performance.now() - latest.at < FRESH_MS) return latest.done
  clearSignOutMarker()
  const done = load(session, ++generation)
  latest = { token, at: performance.now(), done }
  return done
}

/** Whether the profile is being fetched with this access token. */
export function isApplying(accessToken: string): boolean {
  return applyingToken === accessToken
}

/**
 * Handles a session that was rejected, ended elsewhere or signed out in another tab. Keeps the screen and marks the state
 * as expired, unless the user signed out.
 */
export function handleSessionLoss(): void {
  const { user, profile } = getAuthState()
  const outcome = afterSessionLoss({
    onScreen: Boolean(user && profile),
    signedOut: hasSignedOut(user?.id),
    recovering: isRecovering(),
  })
  if (outcome === 'leave') return clear()
  generation += 1
  latest = null
  patchAuthState({ session: null, expired: true })
}

function clear(): void {
  generation += 1
  latest = null
  usersWithFilledMetadata.clear()
  setRecovering(false)
  patchAuthState({ user: null, session: null, profile: null, error: null, expired: false })
}

/** Signs out a user whose account was deactivated. */
export function endDeactivatedSession(): void {
  const { user } = getAuthState()
  // other tabs sign out too, instead of asking for the password
  if (user) markSignedOut(user.id)
  clear()
  setDeactivated(true)
  removeStoredSession()
}

/** Removes a session that the server no longer accepts, but keeps the screen. */
export function discardSession(): void {
  handleSessionLoss()
  removeStoredSession()
}

/** auth-js would otherwise keep the session until its token expires. */
function removeStoredSession(): void {
  endSession().catch(() => undefined)
}

async function load(session: Session, current: number): Promise<void> {
  const { user } = session
  const known = getAuthState().user?.id === user.id ? getAuthState().profile : null
  if (known) patchAuthState({ user, session, expired: false })
  applyingToken = session.access_token
  try {
    const [profile] = await Promise.all([fetchProfile(user.id), loadWorkspace()])
    if (current !== generation) return
    if (profile.deactivated_at) return endDeactivatedSession()
    renewed = false
    patchAuthState({ user, session, profile, error: null, expired: false })
    fillMetadata(session, profile)
  } catch (error) {
    if (current !== generation) return
    const failure = toAppError(error)
    console.error(AUTH_TEXTS.fetchProfile, failure)
    if (failure.status === 401 && !renewed) return renew(session, current)
    // a laptop that wakes before its network must not lose the role and the screen
    const profile = failure instanceof NetworkError || failure.status === 401 ? known : null
    patchAuthState({ user, session, profile, error: AUTH_TEXTS.fetchProfile, expired: false })
  } finally {
    if (current === generation) applyingToken = null
  }
}

/** Refreshes a session whose token the data API refused, and applies it again. Ends it when the server refuses that too. */
async function renew(session: Session, current: number): Promise<void> {
  renewed = true
  const { data, error } = await authClient()
    .then((client) => client.refreshSession())
    .catch((failure: unknown) => ({ data: { session: null }, error: failure }))
  if (current !== generation) return
  if (data.session) return applySession(data.session, { force: true })
  const failure = toAppError(error)
  if (failure.code === 'user_banned') return endDeactivatedSession()
  if (endsSession(failure)) return discardSession()
  renewed = false
  const { profile } = getAuthState()
  patchAuthState({ user: session.user, session, profile, error: AUTH_TEXTS.fetchProfile, expired: false })
}

/** Copies missing role and name into the user's metadata, once per sign-in; for display only. */
function fillMetadata(session: Session, profile: Profile): void {
  const missing = missingMetadata(session.user, profile)
  if (!missing || usersWithFilledMetadata.has(session.user.id)) return
  usersWithFilledMetadata.add(session.user.id)
  // worth no early load of auth-js, before which another user may sign in
  onAuthClient((client) => {
    if (getAuthState().user?.id === session.user.id)
      void client.updateUser({ data: missing }).catch(() => undefined)
  })
}
