import { authClient } from '@helpdesk/supabase/auth-client'
import { runAuthCommand } from './run-auth-command'

/**
 * Requests another confirmation mail. Succeeds for unknown and confirmed addresses too, without a mail.
 * @throws AppError; `authErrorText('resendConfirmation', error)` is the text to show.
 */
export function resendConfirmation(email: string): Promise<void> {
  return runAuthCommand('resendConfirmation', async () => {
    const client = await authClient()
    const { error } = await client.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${window.location.origin}/auth/callback` },
    })
    if (error) throw error
  })
}
