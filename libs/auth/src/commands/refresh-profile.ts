import { ForbiddenError } from '@helpdesk/supabase'
import { AUTH_TEXTS } from '../model/error-texts'
import type { Profile } from '../model/profile'
import { getAuthState, patchAuthState } from '../session/auth-state'
import { fetchProfile } from '../session/fetch-profile'
import { runAuthCommand } from './run'

/**
 * Reads one's own profile again, for instance after it could not be read.
 * @throws AppError; `Not authenticated` when nobody is signed in.
 */
export function refreshProfile(): Promise<Profile> {
  return runAuthCommand('refreshProfile', async () => {
    const { user } = getAuthState()
    if (!user)
      throw new ForbiddenError(AUTH_TEXTS.notAuthenticated, { code: 'not_authenticated', status: 401 })
    const profile = await fetchProfile(user.id)
    if (getAuthState().user?.id === profile.id) patchAuthState({ profile })
    return profile
  })
}
