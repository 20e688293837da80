import { ask, loadData, z } from '@helpdesk/supabase'
import { LIST_PAGE } from '../model/limits'
import { priorityRank, type TicketPriority } from '../model/priorities'
import { ticketSummarySchema, type TicketSort, type TicketSummary } from '../model/rows'
import type { TicketStatus } from '../model/statuses'

/** Which tickets a list shows, and in which order. Absent fields do not filter. */
export interface TicketListFilter {
  /** Named even where the rights imply it, so that the index of the column serves the list. */
  customerId?: string
  /** `null` lists what nobody has taken. */
  assignedTo?: string | null
  status?: TicketStatus
  priority?: TicketPriority
  tag?: string
  /** Matches subject or description, case-insensitively. */
  search?: string
  /** Default `created_at`. */
  sort?: TicketSort
  /** Default: descending, which is newest or most urgent first. */
  ascending?: boolean
}

/** The last row of the page before: lists go on after it, in whichever order they are. */
export type TicketCursor = Pick<TicketSummary, 'id' | 'created_at' | 'priority'>

/** What a list shows of a ticket; the long texts stay on the server. */
export const LIST_COLUMNS =
  'id,subject,status,priority,created_by,customer_id,assigned_to,created_at,updated_at,closed_at,version'

/**
 * One page of tickets, {@link LIST_PAGE} rows unless said otherwise, in one request. Every list is read through the search
 * function: it applies the rights by itself, so that the database may use its indexes before the policies.
 * @param after the cursor of the page before; none for the first page
 * @param rows how many at most; the server gives no more than `LIST_ROWS_MAX` at once
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function listTickets(
  filter: TicketListFilter,
  after?: TicketCursor,
  rows: number = LIST_PAGE,
): Promise<TicketSummary[]> {
  const data = await loadData()
  const byPriority = filter.sort === 'priority'
  // GET: a read that got no answer is asked again.
  const request = data
    .rpc(
      'search_tickets',
      {
        query: filter.search?.trim() || undefined,
        filter_status: filter.status,
        filter_priority: filter.priority,
        filter_customer: filter.customerId,
        filter_assignee: filter.assignedTo ?? undefined,
        unassigned: filter.assignedTo === null,
        filter_tag: filter.tag,
        sort_by: byPriority ? 'priority' : 'created_at',
        ascending: filter.ascending ?? false,
        max_rows: rows,
        after_rank: after && byPriority ? priorityRank(after.priority) : undefined,
        after_created_at: after?.created_at,
        after_id: after?.id,
      },
      { get: true },
    )
    .select(LIST_COLUMNS)
  return ask(request, z.array(ticketSummarySchema))
}
