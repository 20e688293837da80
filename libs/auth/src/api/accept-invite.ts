import { ask } from '@helpdesk/supabase/ask'
import { authClient } from '@helpdesk/supabase/auth-client'
import { loadData } from '@helpdesk/supabase/data-client'
import * as z from 'zod/mini'
import { ROLES, type Role } from '../model/roles'
import { getAuthState, patchAuthState } from '../session/auth-state'
import { refreshProfile } from './refresh-profile'
import { requirePassword } from './require-password'

/**
 * Gives the signed-in user the role of an invite and reloads session and profile. The new role is applied even when
 * that fails. An account that had another owner loses its password: the new-password screen comes next.
 * @returns the new role
 * @throws AppError; `invite_invalid`, `invite_other_address` or `invite_needless` when this user may not accept it
 */
export async function acceptInvite(token: string): Promise<Role> {
  const role = await ask((await loadData()).rpc('accept_invite', { token }), z.enum(ROLES))
  await requirePassword()
  try {
    await (await authClient()).refreshSession()
    await refreshProfile()
  } catch (error) {
    console.error('The invite is accepted, but the profile could not be read', error)
    const { profile } = getAuthState()
    patchAuthState({ error: null, profile: profile && { ...profile, role } })
  }
  return role
}
