import { authClient, ForbiddenError, NetworkError, setSessionKeeper, toAppError } from '@helpdesk/supabase'
import { applySession, dropSession, isBeingApplied, loseSession, putOut } from './apply-session'
import { getAuthState, subscribeAuthState } from './auth-state'

/** Pauses between two looks at whether the session still exists. */
const DOUBT_PAUSE_MS = 10_000
const RETURN_PAUSE_MS = 60_000
/** Between two looks on a screen that nobody touches: as often as auth-js looks after its token (section 9). */
const IDLE_PAUSE_MS = 30_000

let lookedAt = 0

/**
 * From now on requests that the server refuses for want of a session wait until it is renewed, and a session that
 * was ended elsewhere, or a role that was changed, is noticed: when a right is refused, when the person comes back to
 * the tab, and by and by on a screen that stays open.
 */
export function keepSession(): void {
  setSessionKeeper({ renew, doubt: () => lookAgain(DOUBT_PAUSE_MS) })
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookAgain(RETURN_PAUSE_MS)
  })
  setInterval(() => {
    if (globalThis.document?.visibilityState === 'visible') lookAgain(DOUBT_PAUSE_MS)
  }, IDLE_PAUSE_MS)
}

async function renew(refused: string | null, signal: AbortSignal | null): Promise<boolean> {
  // The command that applies a session wants to hear of a refusal itself; here it would wait for itself.
  if (!getAuthState().user || (refused !== null && isBeingApplied(refused))) return false
  if (!getAuthState().expired) {
    const stored = (await authClient().getSession()).data.session
    if (stored && stored.access_token !== refused) return true
    if (stored) {
      const { error } = await authClient().refreshSession()
      if (!error) return true
      const failure = toAppError(error)
      if (failure instanceof NetworkError) return false
      if (failure.code === 'user_banned') {
        putOut()
        return false
      }
      dropSession()
    } else loseSession()
  }
  return untilBack(signal)
}

/** Resolves when the session no longer is expired: whether somebody is signed in then. */
function untilBack(signal: AbortSignal | null): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      unsubscribe()
      signal?.removeEventListener('abort', onAbort)
    }
    const look = () => {
      const { expired, session } = getAuthState()
      if (expired) return
      stop()
      resolve(session !== null)
    }
    const onAbort = () => {
      stop()
      reject(signal?.reason)
    }
    const unsubscribe = subscribeAuthState(look)
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    else look()
  })
}

function lookAgain(pause: number): void {
  const { user, expired } = getAuthState()
  if (!user || expired || Date.now() - lookedAt < pause) return
  lookedAt = Date.now()
  void look()
}

/** Asks the auth server, which knows of ended sessions, and the profile, which knows of deactivated accounts. */
async function look(): Promise<void> {
  const client = authClient()
  const { error } = await client.getUser()
  if (!error) return applySession((await client.getSession()).data.session, { force: true })
  const failure = toAppError(error)
  if (getAuthState().expired || !(failure instanceof ForbiddenError)) return
  if (failure.code === 'user_banned') putOut()
  else dropSession()
}
