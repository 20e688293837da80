import { authClient, callFunction, ForbiddenError, toAppError } from '@helpdesk/supabase'
import { AUTH_TEXTS, authStoreText } from '../model/error-texts'
import type { Role } from '../model/roles'
import { getAuthState } from '../session/auth-state'

/** The code with which `update-user-role` says that the profile itself could not be written. */
const PROFILE_NOT_UPDATED = 'profile_update_failed'

/**
 * Changes the role of a user. Admins only. The server function does the whole: the column is not the browser's to
 * set. Afterwards the caller's own session is refreshed, since the role changed may be theirs.
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
  const { error } = await authClient().refreshSession()
  if (error) throw toAppError(error)
}
