import { ask, callFunction, loadData, parseAnswer, z } from '@helpdesk/supabase'
import { useInfiniteQuery, useCommand, useQueryClient } from '@helpdesk/ui/query'
import {
  inviteResultSchema,
  inviteSchema,
  type Invite,
  type InviteResult,
  type InviteRole,
  type InviteState,
} from '../model/invites'
import { adminKeys } from './keys'
import { PAGE, pagesOf } from './pages'

/**
 * One page of invites, newest first.
 * @param state only these; all without one
 * @param after the last row of the page before
 * @throws AppError
 */
export async function listInvites(state: InviteState | undefined, after?: Invite): Promise<Invite[]> {
  const data = await loadData()
  const args = {
    filter_state: state,
    max_rows: PAGE,
    after_created_at: after?.created_at,
    after_id: after?.id,
  }
  return ask(data.rpc('list_invites', args, { get: true }), z.array(inviteSchema))
}

/**
 * Invites up to 100 addresses and has each one mailed its link. The links are in the answer, this once.
 * @returns a result for each address, in their order
 * @throws AppError when nothing at all was done
 */
export async function sendInvites(emails: readonly string[], role: InviteRole): Promise<InviteResult[]> {
  const answer = await callFunction('send-invites', { emails, role })
  return parseAnswer(answer, z.object({ results: z.array(inviteResultSchema) })).results
}

/** Makes a pending invite worthless. @returns false when it no longer was pending. @throws AppError */
export async function revokeInvite(inviteId: string): Promise<boolean> {
  const data = await loadData()
  return ask(data.rpc('revoke_invite', { invite_id: inviteId }), z.boolean())
}

/** The list of the invites page; it grows page by page. */
export const useInvites = (state: InviteState | undefined) =>
  useInfiniteQuery({
    queryKey: [...adminKeys.invites(), state ?? 'all'],
    queryFn: ({ pageParam }) => listInvites(state, pageParam),
    ...pagesOf<Invite>(),
  })

/** What the invites page does; the list is read again afterwards, whatever came of it. */
export function useInviteCommands() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: adminKeys.all })
  return {
    send: useCommand({
      mutationKey: ['send-invites'],
      mutationFn: ({ emails, role }: { emails: readonly string[]; role: InviteRole }) =>
        sendInvites(emails, role),
      onSettled,
    }),
    revoke: useCommand({ mutationKey: ['revoke-invite'], mutationFn: revokeInvite, onSettled }),
  }
}
