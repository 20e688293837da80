import { authClient, loadData, toAppError } from '@helpdesk/supabase'
import * as z from 'zod/mini'
import { isInviteToken } from '../model/invite'
import { isRole, type Role } from '../model/roles'
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
 * Takes the role of an invite to the address of the signed-in person, and reads session and profile again.
 * @returns the new role.
 * @throws AppError; `invite_invalid`, `invite_other_address` or `invite_needless` when it is not theirs to take
 */
export async function acceptInvite(token: string): Promise<Role> {
  let role: unknown
  try {
    const { data, error, status } = await (await loadData()).rpc('accept_invite', { token })
    if (error) throw toAppError(error, status)
    role = data
  } catch (error) {
    throw toAppError(error)
  }
  // The role is theirs by now: the display copy in the token may follow later.
  await authClient().refreshSession()
  const profile = await refreshProfile()
  return isRole(role) ? role : profile.role
}
