import { ask, loadData, z } from '@helpdesk/supabase'
import { useInfiniteQuery } from '@helpdesk/ui/query'
import { inviteSchema, type Invite, type InviteState } from '../model/invites'
import { adminKeys } from './keys'
import { keysetPages, PAGE_SIZE } from './keyset-pages'

/**
 * One page of invites, newest first.
 * @param state undefined lists invites in every state
 * @param after last row of the previous page
 * @throws AppError
 */
export async function listInvites(state: InviteState | undefined, after?: Invite): Promise<Invite[]> {
  const data = await loadData()
  const args = {
    filter_state: state,
    max_rows: PAGE_SIZE,
    after_created_at: after?.created_at,
    after_id: after?.id,
  }
  return ask(data.rpc('list_invites', args, { get: true }), z.array(inviteSchema))
}

export const useInvites = (state: InviteState | undefined) =>
  useInfiniteQuery({
    queryKey: [...adminKeys.invites(), state ?? 'all'],
    queryFn: ({ pageParam }) => listInvites(state, pageParam),
    ...keysetPages<Invite>(),
  })
