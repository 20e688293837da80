import { applySession } from '../session/apply-session'
import { getAuthState } from '../session/auth-state'
import { endSession } from '../session/end-session'
import { markSignedOut } from '../session/sign-out-marker'
import { runAuthCommand } from './run-auth-command'

/**
 * Signs out of this browser, in all tabs; other devices stay signed in. The local session is removed even when the
 * server cannot be reached.
 * @throws AppError when the request fails; this browser is signed out anyway
 */
export function signOut(): Promise<void> {
  return runAuthCommand('logout', async () => {
    const { user } = getAuthState()
    if (user) markSignedOut(user.id)
    try {
      await endSession()
    } finally {
      await applySession(null)
    }
  })
}
