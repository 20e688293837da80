import { loadData, send, UnknownError } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { isAdminDashboard, type AdminDashboard } from '../model/dashboard'
import { adminKeys } from './keys'
import * as texts from '../model/dashboard-texts'

/** The figures of the admin dashboard. @throws AppError `admin_required` */
export async function getAdminDashboard(): Promise<AdminDashboard> {
  const data = await loadData()
  const answer = await send(data.rpc('get_admin_dashboard', {}, { get: true }))
  if (isAdminDashboard(answer)) return answer
  throw new UnknownError(texts.unreadable, {
    code: 'unexpected_answer',
  })
}

export const useAdminDashboard = () =>
  useQuery({ queryKey: adminKeys.dashboard(), queryFn: getAdminDashboard })
