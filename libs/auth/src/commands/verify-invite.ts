import { loadData, toAppError } from '@helpdesk/supabase'
import { isInviteToken, readInvite, type Invite } from '../model/invite'

/**
 * Asks the server about an invite.
 * @returns the invite, or `null` when it is malformed, unknown, used, revoked or expired.
 * @throws AppError when the question could not be asked.
 */
export async function verifyInvite(token: string): Promise<Invite | null> {
  if (!isInviteToken(token)) return null
  try {
    const { data, error, status } = await (await loadData()).rpc('verify_invite', { token })
    if (error) throw toAppError(error, status)
    return readInvite(data)
  } catch (error) {
    throw toAppError(error)
  }
}
