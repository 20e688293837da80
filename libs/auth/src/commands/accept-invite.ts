import { authClient, loadData, toAppError } from '@helpdesk/supabase'
import * as z from 'zod/mini'
import { isInviteToken } from '../model/invite'
import { ROLES, type Role } from '../model/roles'
import { getAuthState, patchAuthState } from '../session/auth-state'
import { refreshProfile } from './refresh-profile'

/**
 * Before a sign-up with an invite: removes an account of the invited address that was never confirmed.
 * @returns whether the address has a confirmed account, which accepts the invite instead.
 * @throws AppError
 */
export async function prepareInvitedSignUp(token: string): Promise<boolean> {
  if (!isInviteToken(token)) return false
  try {
    const { data, error, status } = await (await loadData()).rpc('prepare_invited_sign_up', { token })
    if (error) throw toAppError(error, status)
    return z.parse(z.boolean(), data)
  } catch (error) {
    throw toAppError(error)
  }
}

/**
 * Takes the role of an invite to the address of the signed-in person, and reads session and profile again. When that
 * reading fails the invite is accepted nevertheless, and the role is shown.
 * @returns the new role.
 * @throws AppError; `invite_invalid`, `invite_other_address` or `invite_needless` when it is not theirs to take
 */
export async function acceptInvite(token: string): Promise<Role> {
  const role = await takeRole(token)
  try {
    await authClient().refreshSession()
    await refreshProfile()
  } catch (error) {
    console.error('The invite is accepted, the profile was not read again', error)
    const { profile } = getAuthState()
    patchAuthState({ error: null, profile: profile && { ...profile, role } })
  }
  return role
}

async function takeRole(token: string): Promise<Role> {
  try {
    const { data, error, status } = await (await loadData()).rpc('accept_invite', { token })
    if (error) throw toAppError(error, status)
    return z.parse(z.enum(ROLES), data)
  } catch (error) {
    throw toAppError(error)
  }
}
