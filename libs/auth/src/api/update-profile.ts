import { loadData } from '@helpdesk/supabase/data-client'
import { ForbiddenError } from '@helpdesk/supabase/errors/app-error'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { AUTH_TEXTS } from '../model/error-texts'
import type { Preferences } from '../model/preferences'
import { toProfile, type Profile } from '../model/profile'
import { getAuthState, patchAuthState } from '../session/auth-state'
import { runAuthCommand } from './run-auth-command'

/**
 * Changes the profile of the signed-in user. The database allows name and preferences only.
 * @returns the stored profile, which is also the new `profile` of the auth state
 * @throws AppError; `Not authenticated` when signed out
 */
export function updateProfile(values: { name: string } | { preferences: Preferences }): Promise<Profile> {
  return runAuthCommand('updateProfile', async () => {
    const { user } = getAuthState()
    if (!user)
      throw new ForbiddenError(AUTH_TEXTS.notAuthenticated, { code: 'not_authenticated', status: 401 })
    const { data, error, status } = await (
      await loadData()
    )
      .from('profiles')
      .update('name' in values ? { name: values.name } : { preferences: { ...values.preferences } })
      .eq('id', user.id)
      .select('*')
      .single()
    if (error) throw toAppError(error, status)
    const profile = toProfile(data)
    if (getAuthState().user?.id === profile.id) patchAuthState({ profile })
    return profile
  })
}
