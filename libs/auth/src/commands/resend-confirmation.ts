import { authClient } from '@helpdesk/supabase'
import { runAuthCommand } from './run'

/**
 * Asks for another mail to confirm an address. Succeeds for unknown and confirmed addresses too, without a mail.
 * @throws AppError; `authErrorText('resendConfirmation', error)` is the text to show.
 */
export function resendConfirmation(email: string): Promise<void> {
  return runAuthCommand('resendConfirmation', async () => {
    const { error } = await authClient().resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${window.location.origin}/auth/callback` },
    })
    if (error) throw error
  })
}
