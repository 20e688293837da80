import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { ticketSchema } from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

/** The figures of the customer's dashboard; the average is null before the first reply. */
const customerDashboardSchema = z.object({
  open_tickets: z.number(),
  recent_activity: z.number(),
  average_response_minutes: z.nullable(z.number()),
  recent_tickets: z.array(
    z.pick(ticketSchema, {
      id: true,
      number: true,
      subject: true,
      status: true,
      priority: true,
      created_at: true,
      updated_at: true,
    }),
  ),
})
export type CustomerDashboard = z.infer<typeof customerDashboardSchema>

/** Reads the figures and the latest tickets of the signed-in customer in one request. @throws AppError */
export async function getCustomerDashboard(): Promise<CustomerDashboard> {
  const data = await loadData()
  return ask(data.rpc('get_customer_dashboard', {}, { get: true }), customerDashboardSchema)
}

export function useCustomerDashboard() {
  return useQuery({ queryKey: ticketKeys.customerDashboard(), queryFn: getCustomerDashboard })
}
