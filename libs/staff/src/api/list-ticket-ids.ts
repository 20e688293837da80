import { ask, loadData, z } from '@helpdesk/supabase'
import { scopeArgs } from '@helpdesk/tickets/api/scope-args'
import type { TicketListFilter } from '@helpdesk/tickets/model/ticket-list'

/**
 * The ids of every ticket of a list in its order, at most 1,000; for lists without a search text.
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function listTicketIds(filter: TicketListFilter): Promise<string[]> {
  const data = await loadData()
  const args = {
    filter_status: filter.status && [filter.status],
    ...scopeArgs(filter),
    sort_by: filter.sort ?? 'created_at',
    ascending: filter.ascending ?? false,
  }
  return ask(data.rpc('list_ticket_ids', args, { get: true }), z.array(z.string()))
}
