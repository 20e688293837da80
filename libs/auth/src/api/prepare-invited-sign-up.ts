import { ask } from '@helpdesk/supabase/ask'
import { loadData } from '@helpdesk/supabase/data-client'
import * as z from 'zod/mini'
import { isInviteToken } from '../model/invite'

/**
 * Removes an unconfirmed account of the invited address, which would block the sign-up.
 * @returns whether the address has a confirmed account, which accepts the invite instead
 * @throws AppError
 */
export async function prepareInvitedSignUp(token: string): Promise<boolean> {
  if (!isInviteToken(token)) return false
  return ask((await loadData()).rpc('prepare_invited_sign_up', { token }), z.boolean())
}
