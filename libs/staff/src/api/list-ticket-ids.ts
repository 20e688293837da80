import { ask, loadData, z } from '@helpdesk/supabase'
import { listArgs } from '@helpdesk/tickets/api/list-args'
import type { TicketListFilter } from '@helpdesk/tickets/model/ticket-list'

/**
 * The ids of every ticket of a list in its order, at most 1,000; for lists without a search text.
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function listTicketIds(filter: TicketListFilter): Promise<string[]> {
  const data = await loadData()
  return ask(data.rpc('list_ticket_ids', listArgs(filter), { get: true }), z.array(z.string()))
}
