import { authClient } from '@helpdesk/supabase/auth-client'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { getConnection, subscribeConnection } from '@helpdesk/supabase/connection'
import { setSessionRecovery } from '@helpdesk/supabase/session-recovery'
import { readStoredSession } from '@helpdesk/supabase/stored-session'
import {
  applySession,
  discardSession,
  endDeactivatedSession,
  handleSessionLoss,
  isApplying,
} from './apply-session'
import { endsSession } from '../model/session-loss'
import { getAuthState, subscribeAuthState } from './auth-state'
import { retryRefresh } from './retry-refresh'

/** Minimum time between two session checks: after a 403, and when the tab becomes visible. */
const FORBIDDEN_INTERVAL_MS = 10_000
const VISIBLE_INTERVAL_MS = 60_000
/** Interval of session checks on an idle screen, as auth-js checks its token (specification section 9). */
const IDLE_INTERVAL_MS = 30_000

let checkedAt = -Infinity

/**
 * Starts session recovery. Requests that fail without a valid session wait until it is renewed. Sessions that ended
 * elsewhere and changed roles are detected when a request is forbidden, when the tab becomes visible, and at intervals
 * on an open screen.
 */
export function startSessionRecovery(): void {
  setSessionRecovery({ recover, recheck: () => checkSession(FORBIDDEN_INTERVAL_MS) })
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkSession(VISIBLE_INTERVAL_MS)
  })
  subscribeConnection(() => {
    if (getConnection() === 'online') void resume()
  })
  setInterval(() => {
    if (globalThis.document?.visibilityState === 'visible') checkSession(FORBIDDEN_INTERVAL_MS)
  }, IDLE_INTERVAL_MS)
}

/** Catches up with what failed while the backend could not be reached. */
async function resume(): Promise<void> {
  if (await retryRefresh()) return
  const stored = readStoredSession()
  const { user, profile } = getAuthState()
  if (user && !profile && stored) await applySession(stored, { force: true })
}

async function recover(refused: string | null, signal: AbortSignal | null): Promise<boolean> {
  // applySession() handles this 401 itself; waiting here would deadlock
  if (!getAuthState().user || (refused !== null && isApplying(refused))) return false
  if (!getAuthState().expired) {
    const client = await authClient().catch(() => null)
    if (!client) return false
    const { data, error } = await client.getSession()
    if (data.session && data.session.access_token !== refused) return true
    const failed = data.session ? (await client.refreshSession()).error : error
    if (data.session && !failed) return true
    const failure = failed && toAppError(failed)
    if (failure && !endsSession(failure)) return false
    if (failure?.code === 'user_banned') {
      endDeactivatedSession()
      return false
    }
    if (data.session) discardSession()
    else handleSessionLoss()
  }
  return untilSignedIn(signal)
}

/** Waits until the session is no longer expired; resolves to whether a user is signed in. */
function untilSignedIn(signal: AbortSignal | null): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      unsubscribe()
      signal?.removeEventListener('abort', onAbort)
    }
    const settle = () => {
      const { expired, session } = getAuthState()
      if (expired) return
      stop()
      resolve(session !== null)
    }
    const onAbort = () => {
      stop()
      reject(signal?.reason)
    }
    const unsubscribe = subscribeAuthState(settle)
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    else settle()
  })
}

function checkSession(minInterval: number): void {
  const { user, expired } = getAuthState()
  if (!user || expired || performance.now() - checkedAt < minInterval) return
  checkedAt = performance.now()
  // the next check repeats one that could not load auth-js
  verifySession().catch(() => undefined)
}

/** Checks for an ended session at the auth server and for a deactivated account in the profile. */
async function verifySession(): Promise<void> {
  const client = await authClient()
  const { error } = await client.getUser()
  if (!error) return applySession((await client.getSession()).data.session, { force: true })
  const failure = toAppError(error)
  if (getAuthState().expired || !endsSession(failure)) return
  if (failure.code === 'user_banned') endDeactivatedSession()
  else discardSession()
}
