import { loadData } from '@helpdesk/supabase/data-client'
import { send } from '@helpdesk/supabase/send'
import { isInviteToken, readInvite, type Invite } from '../model/invite'

/**
 * Looks an invite up by its token.
 * @returns the invite, or `null` when it is malformed, unknown, used, revoked or expired
 * @throws AppError when the request fails
 */
export async function verifyInvite(token: string): Promise<Invite | null> {
  if (!isInviteToken(token)) return null
  return readInvite(await send((await loadData()).rpc('verify_invite', { token })))
}
