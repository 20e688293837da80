import { authClient } from '@helpdesk/supabase/auth-client'
import type { MailLink } from '../model/mail-link'
import { applySession } from '../session/apply-session'
import { setRecovering } from '../session/auth-state'
import { requirePassword } from './require-password'
import { runAuthCommand } from './run-auth-command'

/**
 * Redeems a mail link, in any browser. A link works once: call this on a click, not when the page opens.
 * @returns whether the user is signed in now (the first of two links of an address change does not sign in), and whether
 * the new-password screen comes next: after a reset link, and for an account without a password
 * @throws AppError; code `otp_expired` when the link is used or expired
 */
export function verifyLink({
  tokenHash,
  type,
}: MailLink): Promise<{ signedIn: boolean; setsPassword: boolean }> {
  return runAuthCommand('verifyLink', async () => {
    const { data, error } = await (await authClient()).verifyOtp({ token_hash: tokenHash, type })
    if (error) throw error
    // before applySession(): the guard redirects signed-in users from the reset screen unless they are recovering
    if (type === 'recovery') setRecovering(true)
    if (!data.session) return { signedIn: false, setsPassword: false }
    await applySession(data.session)
    return { signedIn: true, setsPassword: type === 'recovery' || (await requirePassword()) }
  })
}
