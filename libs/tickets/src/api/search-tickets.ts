import { ask, loadData, z } from '@helpdesk/supabase'
import { FOUND_PLACES, foundSort, type FoundTicket } from '../model/found-tickets'
import { LIST_PAGE } from '../model/limits'
import { ticketRowSchema } from '../model/rows'
import { placeOf, type TicketCursor, type TicketListFilter } from '../model/ticket-list'
import { listArgs } from './list-args'

const foundTicketSchema = z.object({
  ticket: z.object({ ...ticketRowSchema.shape, number: z.number() }),
  marked_subject: z.string(),
  found_in: z.nullable(z.enum(FOUND_PLACES)),
  found_by: z.nullable(z.string()),
  snippet: z.nullable(z.string()),
  corrected: z.nullable(z.string()),
})

/**
 * Finds tickets by their subject, description, comments, files, tags and people, or by their number.
 * @param after cursor of the previous page; its `count` is needed for relevance
 * @param rows maximum number of rows; the server caps it at `LIST_ROWS_MAX`
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function searchTickets(
  list: TicketListFilter,
  after?: TicketCursor,
  rows: number = LIST_PAGE,
): Promise<FoundTicket[]> {
  const data = await loadData()
  const sort = foundSort(list.sort)
  const byRelevance = sort === 'relevance'
  const place = after && (byRelevance ? { count: after.count } : placeOf(after, sort))
  const args = {
    ...listArgs(list),
    sort_by: sort,
    ascending: (!byRelevance && list.ascending) || undefined,
    after: place && JSON.stringify(place),
    max_rows: rows === LIST_PAGE ? undefined : rows,
  }
  // GET, so that a request without an answer is retried.
  const found = await ask(data.rpc('search_tickets', args, { get: true }), z.array(foundTicketSchema))
  return found.map(({ ticket, ...hit }) => ({ ...ticket, ...hit }))
}
