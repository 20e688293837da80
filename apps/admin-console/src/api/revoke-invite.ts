import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

/** Revokes a pending invite. @returns false when it was no longer pending. @throws AppError */
export async function revokeInvite(inviteId: string): Promise<boolean> {
  const data = await loadData()
  return ask(data.rpc('revoke_invite', { invite_id: inviteId }), z.boolean())
}

/** Refetches the admin lists afterwards, also after a failure. */
export function useRevokeInvite() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['revoke-invite'],
    mutationFn: revokeInvite,
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.all }),
  })
}
