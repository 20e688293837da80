import { authClient, type AuthClient } from '@helpdesk/supabase/auth-client'
import { ConflictError } from '@helpdesk/supabase/errors/app-error'
import type { SignupInput } from '../model/signup-schemas'
import { applySession } from '../session/apply-session'
import { prepareInvitedSignUp } from './prepare-invited-sign-up'
import { runAuthCommand } from './run-auth-command'

const accountExists = () =>
  // the message of the auth server, which the error texts name
  // eslint-disable-next-line texts/in-texts-file
  new ConflictError('User already registered', { code: 'user_already_exists', field: 'email' })

/** Of servers that confirm the address and say nothing of it; null where it is to be verified by a mail. */
async function firstSession(client: AuthClient, email: string, password: string) {
  const { data, error } = await client.signInWithPassword({ email, password })
  if (error && error.code !== 'email_not_confirmed') throw error
  return data.session
}

/**
 * Creates an account; a mail with a link to `/auth/callback` follows, or, with an invite, which has proven the address, the
 * first sign-in. The role is for display: the server grants a role other than customer only for a valid invite to the same
 * address.
 * @returns whether the address must be verified before the first sign-in
 * @throws AppError; `authErrorText('signup', error)` is the text to show. With an invite, `user_already_exists` means
 * that the owner of the account must accept it instead.
 */
export function signUp(
  values: Omit<SignupInput, 'confirmPassword'> & { inviteToken?: string },
): Promise<{ needsVerification: boolean }> {
  return runAuthCommand('signup', async () => {
    const { email, password, fullName, role = 'customer', inviteToken } = values
    if (inviteToken && (await prepareInvitedSignUp(inviteToken))) throw accountExists()
    const client = await authClient()
    const { data, error } = await client.signUp({
      email,
      password,
      options: {
        emailRedirectTo: `${window.location.origin}/auth/callback`,
        data: { full_name: fullName, role, ...(inviteToken ? { invite_token: inviteToken } : {}) },
      },
    })
    if (error) throw error
    // no identities: the account exists, which only an invited visitor may learn
    if (inviteToken && data.user?.identities?.length === 0) throw accountExists()
    const session = data.session ?? (inviteToken ? await firstSession(client, email, password) : null)
    if (session) await applySession(session)
    return { needsVerification: session === null }
  })
}
