import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

/** @throws AppError */
async function unblockSender(address: string): Promise<void> {
  const data = await loadData()
  await ask(
    data.from('blocked_senders').delete().eq('address', address).select('address').single(),
    z.object({ address: z.string() }),
  )
}

export function useUnblockSender() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['unblock-sender'],
    mutationFn: unblockSender,
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.mail() }),
  })
}
