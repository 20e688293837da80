import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useQuery } from '@helpdesk/ui/query'

const sameSchema = z.object({
  id: z.string(),
  number: z.number(),
  subject: z.string(),
  assigned_to: z.nullable(z.string()),
  assignee_name: z.nullable(z.string()),
})
export type SameTicket = z.infer<typeof sameSchema>

/**
 * The other active ticket of the same requester that seems to be about the same; null without one.
 * @throws AppError `agent_required`
 */
export async function getSame(ticketId: string): Promise<SameTicket | null> {
  const data = await loadData()
  return ask(data.rpc('same_ticket', { ticket_id: ticketId }, { get: true }), z.nullable(sameSchema))
}

/** {@link getSame}, read again when a ticket of the requester changes. @param enabled false asks nothing */
export const useSame = (customerId: string | null, ticketId: string, enabled: boolean) =>
  useQuery({ queryKey: ticketKeys.same(customerId, ticketId), queryFn: () => getSame(ticketId), enabled })
