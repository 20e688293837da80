import { loadData } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { adminDashboardSchema, type AdminDashboard } from '../model/dashboard'
import { ask } from './ask'
import { adminKeys } from './keys'

/** The figures of the admin's dashboard, in one call. @throws AppError `admin_required` for anyone but an admin */
export async function getAdminDashboard(): Promise<AdminDashboard> {
  const data = await loadData()
  return ask(data.rpc('get_admin_dashboard'), adminDashboardSchema)
}

export const useAdminDashboard = () =>
  useQuery({ queryKey: adminKeys.dashboard(), queryFn: getAdminDashboard })
