import { blockSender } from '@helpdesk/staff/api/block-sender'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

export function useBlockSender() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['block-sender'],
    mutationFn: blockSender,
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.mail() }),
  })
}
