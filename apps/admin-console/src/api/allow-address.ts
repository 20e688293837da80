import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

/** Mails go to an undeliverable address again. @throws AppError */
export async function allowAddress(address: string): Promise<void> {
  const data = await loadData()
  await ask(
    data.from('undeliverable_addresses').delete().eq('address', address).select('address').single(),
    z.object({ address: z.string() }),
  )
}

export function useAllowAddress() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['allow-address'],
    mutationFn: allowAddress,
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.mail() }),
  })
}
