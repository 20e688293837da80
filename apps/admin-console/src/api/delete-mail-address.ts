import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

/** Mails to the address are no longer accepted. @throws AppError */
async function deleteMailAddress(id: string): Promise<void> {
  const data = await loadData()
  await ask(
    data.from('mail_addresses').delete().eq('id', id).select('id').single(),
    z.object({ id: z.string() }),
  )
}

export function useDeleteMailAddress() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['delete-mail-address'],
    mutationFn: deleteMailAddress,
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.mail() }),
  })
}
