import { ForbiddenError } from '@helpdesk/supabase/errors/app-error'
import { AUTH_TEXTS } from '../model/error-texts'
import type { Profile } from '../model/profile'
import { getAuthState, patchAuthState } from '../session/auth-state'
import { retryRefresh } from '../session/retry-refresh'
import { fetchProfile } from './fetch-profile'
import { runAuthCommand } from './run-auth-command'

/**
 * Reloads the profile of the signed-in user.
 * @throws AppError; `Not authenticated` when signed out
 */
export function refreshProfile(): Promise<Profile> {
  return runAuthCommand('refreshProfile', async () => {
    const { user } = getAuthState()
    if (!user)
      throw new ForbiddenError(AUTH_TEXTS.notAuthenticated, { code: 'not_authenticated', status: 401 })
    await retryRefresh()
    const profile = await fetchProfile(user.id)
    if (getAuthState().user?.id === profile.id) patchAuthState({ profile })
    return profile
  })
}
