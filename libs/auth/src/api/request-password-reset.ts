import { authClient } from '@helpdesk/supabase/auth-client'
import { runAuthCommand } from './run-auth-command'

/**
 * Requests a mail with a reset link, which opens `/auth/reset-password`. Succeeds for unknown addresses too.
 * @throws AppError; `authErrorText('resetPassword', error)` is the text to show.
 */
export function requestPasswordReset(email: string): Promise<void> {
  return runAuthCommand('resetPassword', async () => {
    const client = await authClient()
    const { error } = await client.resetPasswordForEmail(email, {
      redirectTo: `${window.location.origin}/auth/reset-password`,
    })
    if (error) throw error
  })
}
