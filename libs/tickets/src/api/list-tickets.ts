import { ask, loadData, z } from '@helpdesk/supabase'
import { LIST_PAGE } from '../model/limits'
import { ticketRowSchema, type TicketSummary } from '../model/rows'
import { placeOf, type TicketCursor, type TicketListFilter } from '../model/ticket-list'
import { listArgs } from './list-args'

/**
 * Reads one page of tickets in one request. Every list is read through a function, which checks permissions itself, so
 * that the database can use its indexes before the policies. A text is searched, by code loaded then.
 * @param after cursor of the previous page; undefined for the first page
 * @param rows maximum number of rows; the server caps it at `LIST_ROWS_MAX`
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function listTickets(
  list: TicketListFilter,
  after?: TicketCursor,
  rows: number = LIST_PAGE,
): Promise<TicketSummary[]> {
  if (list.search?.trim()) return (await import('./search-tickets')).searchTickets(list, after, rows)
  const data = await loadData()
  const args = {
    ...listArgs(list),
    after: after && JSON.stringify(placeOf(after, list.sort)),
    max_rows: rows === LIST_PAGE ? undefined : rows,
  }
  // GET, so that a request without an answer is retried.
  return ask(data.rpc('list_tickets', args, { get: true }), z.array(ticketRowSchema))
}
