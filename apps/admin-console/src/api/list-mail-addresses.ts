import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { mailAddressSchema, type MailAddress } from '../model/mail'
import { adminKeys } from './keys'

/** The addresses that the workspace reads, oldest first. @throws AppError */
async function listMailAddresses(): Promise<MailAddress[]> {
  const data = await loadData()
  return ask(
    data
      .from('mail_addresses')
      .select('id, address, kind, default_priority, default_tags, is_active')
      .order('created_at')
      .order('address')
      .limit(100),
    z.array(mailAddressSchema),
  )
}

export const useMailAddresses = () =>
  useQuery({ queryKey: [...adminKeys.mail(), 'addresses'], queryFn: listMailAddresses })
