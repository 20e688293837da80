import {
  authClient,
  loadedAuthClient,
  onAuthClient,
  type AuthClient,
  type Session,
} from '@helpdesk/supabase/auth-client'
import { getConnection, subscribeConnection } from '@helpdesk/supabase/connection'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { isExpiring, readStoredSession } from '@helpdesk/supabase/stored-session'
import { AUTH_TEXTS, authStoreText } from '../model/error-texts'
import { applySession, handleSessionLoss } from './apply-session'
import { getAuthState, patchAuthState } from './auth-state'
import { followPreferences } from './follow-preferences'
import { followSession, followStoredSession } from './follow-session'
import { startSessionRecovery } from './session-recovery'
import { hasSignedOut, onSignOutInOtherTab } from './sign-out-marker'

/** How long auth-js waits after the first screen of a signed-in user: its code is a tenth of that screen's. */
const CONNECT_DELAY_MS = 3_000
const RETRY_MS = 30_000

let started: Promise<void> | null = null

/**
 * Restores the stored session with its profile, then follows session changes of this tab, of other tabs and of auth-js
 * (refresh). A session that needs no refresh is applied without auth-js, which is loaded later. Further calls return the
 * same promise.
 * @returns resolves after the first check, even a failed one; never rejects
 */
export function initializeAuth(): Promise<void> {
  started ??= start()
  return started
}

async function start(): Promise<void> {
  patchAuthState({ isLoading: true })
  try {
    onAuthClient(followSession)
    followStoredSession()
    onSignOutInOtherTab(() => {
      if (hasSignedOut(getAuthState().user?.id)) handleSessionLoss()
    })
    startSessionRecovery()
    followPreferences()
    await restoreSession()
  } catch (error) {
    reportFailure(error)
  } finally {
    patchAuthState({ isLoading: false, initialized: true })
  }
}

const reportFailure = (error: unknown) =>
  patchAuthState({ error: authStoreText('initialize', toAppError(error)) })

async function restoreSession(): Promise<void> {
  const stored = readStoredSession()
  // where storage is blocked, a loaded auth-js has its session in memory
  if (!stored && !loadedAuthClient()) return connectLater(0)
  if (stored && !isExpiring(stored)) {
    await applySession(stored)
    return connectLater(CONNECT_DELAY_MS)
  }
  const refreshed = refreshSession()
  if (!stored) return refreshed
  const away = whenUnreachable()
  // auth-js tries for half a minute
  await Promise.race([refreshed, away.promise])
  away.stop()
  if (getConnection() !== 'online') keepSession(stored)
  refreshed.catch(reportFailure)
}

/** Applies the stored session once it is refreshed, or keeps it when that is not possible now. */
async function refreshSession(): Promise<void> {
  let failure: unknown
  try {
    const { data, error } = await (await connect()).getSession()
    if (!error) return await applySession(data.session)
    failure = error
  } catch (error) {
    failure = error
  }
  // removed when the server refused it; else the session is reported once it is refreshed
  const kept = readStoredSession()
  if (kept) return keepSession(kept)
  await applySession(null)
  throw failure
}

/** Signs in with a session that cannot be used yet, so that nobody is asked for a password because a server is down. */
function keepSession(session: Session): void {
  if (getAuthState().profile) return
  patchAuthState({ user: session.user, session, error: AUTH_TEXTS.fetchProfile })
}

/** Resolves when the backend cannot be reached. */
function whenUnreachable() {
  let stop: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    const check = () => {
      if (getConnection() !== 'online') resolve()
    }
    stop = subscribeConnection(check)
    check()
  })
  return { promise, stop }
}

/** Loads auth-js; after a failure tries again until it succeeds. @throws what the first attempt throws */
async function connect(): Promise<AuthClient> {
  try {
    return await authClient()
  } catch (error) {
    connectLater(RETRY_MS)
    throw error
  }
}

function connectLater(delay: number): void {
  setTimeout(() => void connect().catch(() => undefined), delay)
}
