import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import type { MailAddressValues } from '../model/mail'
import { adminKeys } from './keys'

const saved = z.object({ id: z.string() })

/** Adds an address (`id` null) or changes what it does. @throws AppError `23505` when the address exists */
async function saveMailAddress(id: string | null, values: MailAddressValues): Promise<void> {
  const data = await loadData()
  const { address, ...rest } = values
  const table = data.from('mail_addresses')
  await ask(
    id
      ? table.update(rest).eq('id', id).select('id').single()
      : table
          .insert({ address, ...rest })
          .select('id')
          .single(),
    saved,
  )
}

export function useSaveMailAddress() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['save-mail-address'],
    subject: ({ id }) => id,
    mutationFn: ({ id, values }: { id: string | null; values: MailAddressValues }) =>
      saveMailAddress(id, values),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.mail() }),
  })
}
