import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

/**
 * Deactivates or reactivates an account. A deactivated account loses its permissions from the next request on, also in
 * open sessions.
 * @throws AppError; `last_admin` when no active admin would be left
 */
export async function setUserActive(userId: string, active: boolean): Promise<void> {
  const data = await loadData()
  await ask(data.rpc('set_user_active', { target: userId, active }), z.object({ id: z.string() }))
}

/** Refetches the admin lists afterwards, also after a failure. */
export function useSetUserActive() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['set-user-active'],
    target: ({ id }) => id,
    mutationFn: ({ id, active }: { id: string; active: boolean }) => setUserActive(id, active),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.all }),
  })
}
