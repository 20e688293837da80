import { ask, loadData } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { serviceHealthSchema, type ServiceHealth } from '../model/service-health'
import { adminKeys } from './keys'

const REFRESH_MS = 30_000

/** What works on the server's side. @throws AppError `admin_required` */
async function getServiceHealth(): Promise<ServiceHealth> {
  const data = await loadData()
  return ask(data.rpc('get_service_health'), serviceHealthSchema)
}

export const useServiceHealth = () =>
  useQuery({
    queryKey: [...adminKeys.health(), 'services'],
    queryFn: getServiceHealth,
    refetchInterval: REFRESH_MS,
  })
