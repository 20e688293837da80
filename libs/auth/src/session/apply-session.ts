import { authClient, NetworkError, toAppError, type Session } from '@helpdesk/supabase'
import { AUTH_TEXTS } from '../model/error-texts'
import { missingMetadata, type Profile } from '../model/profile'
import { afterSessionLoss } from '../model/session-loss'
import { getAuthState, isRecovering, patchAuthState, setDeactivated, setRecovering } from './auth-state'
import { clearSignOutMarker, hasSignedOut, markSignedOut } from './sign-out-marker'
import { fetchProfile } from './fetch-profile'
import { knowWorkspace } from './refresh-workspace'

// auth-js reports the same session several times (start, recovery of the tab, our own commands).
const FRESH_MS = 5_000

let generation = 0
let beingApplied: string | null = null
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
  clearSignOutMarker()
  const done = load(session, ++generation)
  latest = { token, at: Date.now(), done }
  return done
}

/** Whether the profile is on its way with this access token. */
export function isBeingApplied(accessToken: string): boolean {
  return beingApplied === accessToken
}

/**
 * The session is gone: refused, ended elsewhere, or by a sign-out in another tab. The screen stays, marked as
 * expired, unless the person left by themselves.
 */
export function loseSession(): void {
  const { user, profile } = getAuthState()
  const fate = afterSessionLoss({
    onScreen: Boolean(user && profile),
    left: hasSignedOut(user?.id),
    recovering: isRecovering(),
  })
  if (fate === 'leave') return clear()
  generation += 1
  latest = null
  patchAuthState({ session: null, expired: true })
}

function clear(): void {
  generation += 1
  latest = null
  filledUsers.clear()
  setRecovering(false)
  patchAuthState({ user: null, session: null, profile: null, error: null, expired: false })
}

/** An admin has switched the account off: out at once. */
export function putOut(): void {
  const { user } = getAuthState()
  // the other tabs shall leave as well, instead of asking for the password
  if (user) markSignedOut(user.id)
  clear()
  setDeactivated(true)
  forgetStored()
}

/** A session that the server no longer accepts: the screen stays, the stored session goes. */
export function dropSession(): void {
  loseSession()
  forgetStored()
}

/** By itself auth-js would keep a session until its token expires. The server is told, perhaps in vain. */
function forgetStored(): void {
  void authClient()
    .signOut({ scope: 'local' })
    .catch(() => undefined)
}

async function load(session: Session, mine: number): Promise<void> {
  const { user } = session
  const known = getAuthState().user?.id === user.id ? getAuthState().profile : null
  if (known) patchAuthState({ user, session, expired: false })
  beingApplied = session.access_token
  try {
    const [profile] = await Promise.all([fetchProfile(user.id), knowWorkspace()])
    if (mine !== generation) return
    if (profile.deactivated_at) return putOut()
    patchAuthState({ user, session, profile, error: null, expired: false })
    fillMetadata(session, profile)
  } catch (error) {
    if (mine !== generation) return
    const failure = toAppError(error)
    console.error(AUTH_TEXTS.fetchProfile, failure)
    if (failure.status === 401) return dropSession()
    // A laptop that wakes before its network would otherwise lose its role and be thrown off its screen.
    const profile = failure instanceof NetworkError ? known : null
    patchAuthState({ user, session, profile, error: AUTH_TEXTS.fetchProfile, expired: false })
  } finally {
    if (mine === generation) beingApplied = null
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
