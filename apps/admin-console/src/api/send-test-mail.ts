import { callFunction, parseAnswer } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { mailTestSchema, type MailTest } from '../model/mail'
import { adminKeys } from './keys'

/**
 * Sends a mail to the caller's own address.
 * @returns the mail server's answer, also a refusal
 * @throws AppError `admin_required`, `mail_not_configured`
 */
async function sendTestMail(): Promise<MailTest> {
  return parseAnswer(await callFunction('test-mail', {}), mailTestSchema)
}

export function useSendTestMail() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['test-mail'],
    mutationFn: (_: null) => sendTestMail(),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.mail() }),
  })
}
