import { loadData, send } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

/** Sends a failed mail now. @throws AppError `mail_not_failed` when it was sent meanwhile */
async function retryMail(mailId: string): Promise<void> {
  const data = await loadData()
  await send(data.rpc('retry_mail', { mail_id: mailId }))
}

export function useRetryMail() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['retry-mail'],
    mutationFn: retryMail,
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.mail() }),
  })
}
