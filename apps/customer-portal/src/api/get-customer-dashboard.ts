import { ask, loadData } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { customerDashboardSchema, type CustomerDashboard } from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

/** Reads the figures and the latest tickets of the signed-in customer in one request. @throws AppError */
export async function getCustomerDashboard(): Promise<CustomerDashboard> {
  const data = await loadData()
  return ask(data.rpc('get_customer_dashboard', {}, { get: true }), customerDashboardSchema)
}

export function useCustomerDashboard() {
  return useQuery({ queryKey: ticketKeys.customerDashboard(), queryFn: getCustomerDashboard })
}
