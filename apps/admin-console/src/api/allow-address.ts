import { allowAddress } from '@helpdesk/staff/api/allow-address'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

export function useAllowAddress() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['allow-address'],
    mutationFn: allowAddress,
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.mail() }),
  })
}
