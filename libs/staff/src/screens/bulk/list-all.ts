import { listTickets } from '@helpdesk/tickets/api/list-tickets'
import { endsAtLimit } from '@helpdesk/tickets/model/found-tickets'
import { LIST_ROWS_MAX } from '@helpdesk/tickets/model/limits'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import type { TicketListFilter } from '@helpdesk/tickets/model/ticket-list'
import { listHeldTickets } from '../../api/list-held-tickets'
import { listTicketIds } from '../../api/list-ticket-ids'
import type { BulkTarget } from '../../model/bulk'
import { SELECTION_MAX } from '../../model/selection'

/**
 * The tickets of a whole list, loaded or not, as many as can be selected. Without a search text only ids are read, and
 * number, subject and assignee of the tickets that colleagues have; a search has no list of ids and is read in full.
 * @throws AppError
 */
export async function listAll(filter: TicketListFilter): Promise<BulkTarget[]> {
  if (filter.search?.trim()) return readAll(filter)
  const ids = await listTicketIds(filter)
  const held = new Map((await listHeldTickets(ids)).map((ticket) => [ticket.id, ticket]))
  return ids.map((id) => held.get(id) ?? { id })
}

async function readAll(filter: TicketListFilter): Promise<BulkTarget[]> {
  // Pages by relevance may overlap when tickets change meanwhile.
  const found = new Map<string, TicketSummary>()
  let page: TicketSummary[] = []
  let count = 0
  do {
    const last = page.at(-1)
    page = await listTickets(filter, last && { ...last, count }, LIST_ROWS_MAX)
    for (const ticket of page) found.set(ticket.id, ticket)
    count += page.length
  } while (page.length === LIST_ROWS_MAX && found.size < SELECTION_MAX && !endsAtLimit(filter, count))
  return [...found.values()]
}
