import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'

/** Mails go to an undeliverable address again. @throws AppError */
export async function allowAddress(address: string): Promise<void> {
  const data = await loadData()
  await ask(
    data.from('undeliverable_addresses').delete().eq('address', address).select('address').single(),
    z.object({ address: z.string() }),
  )
}

export function useAllowAddress(ticketId: string) {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['allow-address', ticketId],
    mutationFn: allowAddress,
    onSettled: () => queries.invalidateQueries({ queryKey: ticketKeys.unreached(ticketId) }),
  })
}
