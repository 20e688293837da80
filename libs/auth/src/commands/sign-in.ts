import { authClient } from '@helpdesk/supabase'
import type { LoginValues } from '../model/schemas'
import { applySession } from '../session/apply-session'
import { runAuthCommand } from './run'

/**
 * Signs in with e-mail and password. Resolves when the profile is known, so that `/` can redirect by role.
 * @throws AppError; `authErrorText('login', error)` is the text to show.
 */
export function signIn({ email, password }: LoginValues): Promise<void> {
  return runAuthCommand('login', async () => {
    const { data, error } = await authClient().signInWithPassword({ email, password })
    if (error) throw error
    await applySession(data.session)
  })
}
