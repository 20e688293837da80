import { ask, loadData } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { healthSchema, type Health } from '../model/health'
import { adminKeys } from './keys'

/** What browsers reported in the last seven days. @throws AppError `admin_required` */
async function getClientHealth(): Promise<Health> {
  const data = await loadData()
  return ask(data.rpc('get_client_health'), healthSchema)
}

export const useClientHealth = () => useQuery({ queryKey: adminKeys.health(), queryFn: getClientHealth })
