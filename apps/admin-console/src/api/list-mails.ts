import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { outgoingMailSchema, type MailState, type OutgoingMail } from '../model/mail'
import { adminKeys } from './keys'

const MAX_ROWS = 100

/** The newest mails of the last 30 days with their attempts. @throws AppError `admin_required` */
async function listMails(state: MailState | undefined): Promise<OutgoingMail[]> {
  const data = await loadData()
  return ask(data.rpc('list_mails', { state, max_rows: MAX_ROWS }), z.array(outgoingMailSchema))
}

export const useMails = (state: MailState | undefined) =>
  useQuery({ queryKey: [...adminKeys.mail(), 'outbox', state ?? 'all'], queryFn: () => listMails(state) })
