import { changeUserRole, type Role } from '@helpdesk/auth'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

/** Refetches the admin lists afterwards, also after a failure. */
export function useChangeUserRole() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['change-role'],
    target: ({ id }) => id,
    mutationFn: ({ id, role }: { id: string; role: Role }) => changeUserRole(id, role),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.all }),
  })
}
