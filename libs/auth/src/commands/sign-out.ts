import { authClient } from '@helpdesk/supabase'
import { applySession } from '../session/apply-session'
import { getAuthState } from '../session/auth-state'
import { markSignedOut } from '../session/sign-out-marker'
import { runAuthCommand } from './run'

/**
 * Signs out of this browser, all tabs included. The session is forgotten here before the server is told, so that a
 * lost connection never leaves somebody signed in; other devices stay signed in.
 * @throws AppError when the server could not be told; this browser is signed out nevertheless.
 */
export function signOut(): Promise<void> {
  return runAuthCommand('logout', async () => {
    const { user } = getAuthState()
    if (user) markSignedOut(user.id)
    const { error } = await authClient().signOut({ scope: 'local' })
    await applySession(null)
    if (error) throw error
  })
}
