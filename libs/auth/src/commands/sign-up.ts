import { authClient } from '@helpdesk/supabase'
import type { SignupInput } from '../model/schemas'
import { applySession } from '../session/apply-session'
import { runAuthCommand } from './run'

/**
 * Makes an account; a mail with a link to `/auth/callback` follows. The role sent along is for display: the
 * server grants another one than customer only for a valid invite to the same address.
 * @returns whether the address must be verified before the first sign-in.
 * @throws AppError; `authErrorText('signup', error)` is the text to show.
 */
export function signUp(
  values: Omit<SignupInput, 'confirmPassword'> & { inviteToken?: string },
): Promise<{ needsVerification: boolean }> {
  return runAuthCommand('signup', async () => {
    const { email, password, fullName, role = 'customer', inviteToken } = values
    const { data, error } = await authClient().signUp({
      email,
      password,
      options: {
        emailRedirectTo: `${window.location.origin}/auth/callback`,
        data: { full_name: fullName, role, ...(inviteToken ? { invite_token: inviteToken } : {}) },
      },
    })
    if (error) throw error
    if (data.session) await applySession(data.session)
    return { needsVerification: data.session === null }
  })
}
