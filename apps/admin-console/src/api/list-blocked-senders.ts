import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { blockedSenderSchema, type BlockedSender } from '../model/mail'
import { adminKeys } from './keys'

/** @throws AppError */
async function listBlockedSenders(): Promise<BlockedSender[]> {
  const data = await loadData()
  return ask(
    data
      .from('blocked_senders')
      .select('address, created_at')
      .order('created_at', { ascending: false })
      .limit(500),
    z.array(blockedSenderSchema),
  )
}

export const useBlockedSenders = () =>
  useQuery({ queryKey: [...adminKeys.mail(), 'blocked'], queryFn: listBlockedSenders })
