import { authClient } from '@helpdesk/supabase/auth-client'
import { ForbiddenError } from '@helpdesk/supabase/errors/app-error'
import { AUTH_TEXTS } from '../model/error-texts'
import type { LoginValues } from '../model/schemas'
import { applySession } from '../session/apply-session'
import { isDeactivated, setDeactivated } from '../session/auth-state'
import { runAuthCommand } from './run-auth-command'

/**
 * Signs in with email and password. Resolves once the profile is known, so that `/` can redirect by role.
 * @throws AppError; `authErrorText('login', error)` is the text to show.
 */
export function signIn({ email, password }: LoginValues): Promise<void> {
  return runAuthCommand('login', async () => {
    setDeactivated(false)
    const { data, error } = await (await authClient()).signInWithPassword({ email, password })
    if (error) throw error
    await applySession(data.session)
    if (isDeactivated())
      throw new ForbiddenError(AUTH_TEXTS.deactivated, { code: 'account_deactivated', status: 403 })
  })
}
