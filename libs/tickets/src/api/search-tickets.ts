import { ask, loadData, z } from '@helpdesk/supabase'
import { FOUND_PLACES, foundSort, type FoundTicket } from '../model/found-tickets'
import { LIST_PAGE } from '../model/limits'
import { priorityRank } from '../model/priorities'
import { ticketSummarySchema } from '../model/rows'
import type { TicketCursor, TicketListFilter } from '../model/ticket-list'
import { scopeArgs } from './scope-args'

const foundTicketSchema = z.object({
  ...ticketSummarySchema.shape,
  number: z.number(),
  marked_subject: z.string(),
  found_in: z.nullable(z.enum(FOUND_PLACES)),
  found_by: z.nullable(z.string()),
  snippet: z.nullable(z.string()),
  corrected: z.nullable(z.string()),
})
const COLUMNS = Object.keys(foundTicketSchema.shape).join(',')

/**
 * Finds tickets by their subject, description, comments, files, tags and people, or by their number.
 * @param after cursor of the previous page; its `count` is needed for relevance
 * @param rows maximum number of rows; the server caps it at `LIST_ROWS_MAX`
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function searchTickets(
  filter: TicketListFilter,
  after?: TicketCursor,
  rows: number = LIST_PAGE,
): Promise<FoundTicket[]> {
  const data = await loadData()
  const sort = foundSort(filter.sort)
  const previous = sort === 'relevance' ? undefined : after
  // GET, so that a request without an answer is retried.
  const request = data
    .rpc(
      'search_tickets',
      {
        query: filter.search?.trim(),
        filter_status: filter.status,
        ...scopeArgs(filter),
        sort_by: sort,
        ascending: sort !== 'relevance' && (filter.ascending ?? false),
        max_rows: rows,
        after_rank: previous && sort === 'priority' ? priorityRank(previous.priority) : undefined,
        after_created_at: previous?.created_at,
        after_id: previous?.id,
        first_row: sort === 'relevance' && after ? after.count : undefined,
        as_typed: filter.asTyped || undefined,
        created_from: filter.createdFrom,
        created_until: filter.createdUntil,
      },
      { get: true },
    )
    .select(COLUMNS)
  return ask(request, z.array(foundTicketSchema))
}
