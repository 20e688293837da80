import { authClient } from '@helpdesk/supabase'
import type { MailLink } from '../model/mail-link'
import { applySession } from '../session/apply-session'
import { setRecovering } from '../session/auth-state'
import { runAuthCommand } from './run'

/**
 * Redeems the link of a mail, in whatever browser it was opened. It works once: call it on a click, not on opening.
 * @returns whether somebody is signed in by it. A change of address on a project that asks both addresses signs
 * nobody in before the second link.
 * @throws AppError; code `otp_expired` when the link is used up or too old.
 */
export function verifyLink({ tokenHash, type }: MailLink): Promise<{ signedIn: boolean }> {
  return runAuthCommand('verifyLink', async () => {
    const { data, error } = await authClient().verifyOtp({ token_hash: tokenHash, type })
    if (error) throw error
    // Before the session shows: a signed-in person who is not recovering would be sent away from the reset screen.
    if (type === 'recovery') setRecovering(true)
    if (data.session) await applySession(data.session)
    return { signedIn: data.session !== null }
  })
}
