import { authClient, loadedAuthClient, onAuthClient, type AuthClient } from '@helpdesk/supabase/auth-client'
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
    patchAuthState({ error: authStoreText('initialize', toAppError(error)) })
  } finally {
    patchAuthState({ isLoading: false, initialized: true })
  }
}

async function restoreSession(): Promise<void> {
  const stored = readStoredSession()
  // where storage is blocked, a loaded auth-js has its session in memory
  if (!stored && !loadedAuthClient()) return connectLater(0)
  if (stored && !isExpiring(stored)) {
    await applySession(stored)
    return connectLater(CONNECT_DELAY_MS)
  }
  const { data, error } = await (await connect()).getSession()
  // removed when the server refused it; else auth-js tries again, and reports the session once it is refreshed
  const kept = error && readStoredSession()
  if (kept) return patchAuthState({ user: kept.user, session: kept, error: AUTH_TEXTS.fetchProfile })
  await applySession(data.session)
  if (error) throw error
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
