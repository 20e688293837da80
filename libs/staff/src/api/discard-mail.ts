import { loadData, send } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { forgetUnmatched } from './list-unmatched-mails'

/** Dismisses a received mail. @throws AppError `mail_handled` when a colleague was faster */
export async function discardMail(mailId: string): Promise<void> {
  const data = await loadData()
  await send(data.rpc('discard_mail', { mail_id: mailId }))
}

export function useDiscardMail() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['discard-mail'],
    mutationFn: discardMail,
    onSettled: () => forgetUnmatched(queries),
  })
}
