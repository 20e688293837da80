import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { undeliverableSchema, type UndeliverableAddress } from '../model/mail'
import { adminKeys } from './keys'

/** Addresses that bounced, the last failure first. @throws AppError */
async function listUndeliverable(): Promise<UndeliverableAddress[]> {
  const data = await loadData()
  return ask(
    data
      .from('undeliverable_addresses')
      .select('address, status, reason, failures, last_at')
      .order('last_at', { ascending: false })
      .limit(200),
    z.array(undeliverableSchema),
  )
}

export const useUndeliverable = () =>
  useQuery({ queryKey: [...adminKeys.mail(), 'undeliverable'], queryFn: listUndeliverable })
