import { authClient } from '@helpdesk/supabase/auth-client'
import { setRecovering } from '../session/auth-state'
import { runAuthCommand } from './run-auth-command'

/**
 * Sets a new password for the signed-in user and ends a password recovery.
 * @throws AppError; for a weak password with field `password` and `reasons`
 */
export function updatePassword(password: string): Promise<void> {
  return runAuthCommand('updatePassword', async () => {
    const { error } = await (await authClient()).updateUser({ password })
    if (error) throw error
    setRecovering(false)
  })
}
