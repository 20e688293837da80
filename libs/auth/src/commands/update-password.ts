import { authClient } from '@helpdesk/supabase'
import { setRecovering } from '../session/auth-state'
import { runAuthCommand } from './run'

/**
 * Sets a new password for the signed-in person and ends a recovery that brought them here.
 * @throws AppError; a password that the server finds weak belongs to the field `password` and lists `reasons`.
 */
export function updatePassword(password: string): Promise<void> {
  return runAuthCommand('updatePassword', async () => {
    const { error } = await authClient().updateUser({ password })
    if (error) throw error
    setRecovering(false)
  })
}
