import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

/** Signs a user out everywhere. @returns number of sessions ended. @throws AppError */
export async function endUserSessions(userId: string): Promise<number> {
  const data = await loadData()
  return ask(data.rpc('end_user_sessions', { target: userId }), z.number())
}

/** Refetches the admin lists afterwards, also after a failure. */
export function useEndUserSessions() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['end-user-sessions'],
    mutationFn: endUserSessions,
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.all }),
  })
}
