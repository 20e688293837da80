import { ask, loadData } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { mailChannelSchema, type MailChannel } from '../model/mail'
import { adminKeys } from './keys'

/** @throws AppError `admin_required` */
async function getMailChannel(): Promise<MailChannel> {
  const data = await loadData()
  return ask(data.rpc('get_mail_channel'), mailChannelSchema)
}

export const useMailChannel = () =>
  useQuery({ queryKey: [...adminKeys.mail(), 'channel'], queryFn: getMailChannel })
