import { AppError, ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { discardMail } from './discard-mail'
import { forgetUnmatched } from './list-unmatched-mails'

/** Refuses mails of an address or of `@example.com`; for admins. @throws AppError `23505` when it is blocked already */
export async function blockSender(address: string): Promise<void> {
  const data = await loadData()
  await ask(
    data.from('blocked_senders').insert({ address }).select('address').single(),
    z.object({ address: z.string() }),
  )
}

interface WaitingMail {
  mailId: string
  address: string
}

/** Blocks the sender of a waiting mail and discards the mail. @throws AppError `mail_handled` */
export async function blockMailSender({ mailId, address }: WaitingMail): Promise<void> {
  try {
    await blockSender(address)
  } catch (error) {
    // Another mail of the same sender was blocked before.
    if (!(error instanceof AppError && error.code === '23505')) throw error
  }
  await discardMail(mailId)
}

export function useBlockMailSender() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['block-mail-sender'],
    mutationFn: blockMailSender,
    onSettled: () => forgetUnmatched(queries),
  })
}
