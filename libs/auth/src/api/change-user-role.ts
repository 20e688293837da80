import { authClient } from '@helpdesk/supabase/auth-client'
import { ForbiddenError } from '@helpdesk/supabase/errors/app-error'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { callFunction } from '@helpdesk/supabase/functions'
import { AUTH_TEXTS, authStoreText } from '../model/error-texts'
import type { Role } from '../model/roles'
import { getAuthState } from '../session/auth-state'

/** Code of `update-user-role` when the profile could not be written. */
const PROFILE_NOT_UPDATED = 'profile_update_failed'

/**
 * Changes the role of a user; for admins. Calls a server function, since browsers may not set the column.
 * Refreshes the caller's session, because the changed role may be their own.
 * @throws AppError with the texts of section 8: `Not authenticated`, `Failed to update profile role`, or the
 * function's own `error`, else `Failed to update user role`.
 */
export async function changeUserRole(userId: string, role: Role): Promise<void> {
  if (!getAuthState().session) {
    throw new ForbiddenError(AUTH_TEXTS.notAuthenticated, { code: 'not_authenticated', status: 401 })
  }
  try {
    await callFunction('update-user-role', { userId, role })
  } catch (error) {
    const failure = toAppError(error)
    failure.message =
      failure.code === PROFILE_NOT_UPDATED
        ? AUTH_TEXTS.changeProfileRole
        : authStoreText('changeRole', failure)
    throw failure
  }
  const { error } = await (await authClient()).refreshSession()
  if (error) throw toAppError(error)
}
