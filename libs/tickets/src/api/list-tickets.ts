import { ask, loadData, z } from '@helpdesk/supabase'
import { LIST_PAGE } from '../model/limits'
import { priorityRank, type TicketPriority } from '../model/priorities'
import { ticketSummarySchema, type TicketSort, type TicketSummary } from '../model/rows'
import type { TicketStatus } from '../model/statuses'

/** Filter and order of a ticket list. Absent fields do not filter. */
export interface TicketListFilter {
  /** Set even where row level security implies it, so that the column's index is used. */
  customerId?: string
  /** `null` lists unassigned tickets. */
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

/** The last row of the previous page; works for every sort order. */
export type TicketCursor = Pick<TicketSummary, 'id' | 'created_at' | 'priority'>

/** Columns of a list, without the long texts. */
export const LIST_COLUMNS =
  'id,subject,status,priority,created_by,customer_id,assigned_to,created_at,updated_at,closed_at,version'

/**
 * Reads one page of tickets in one request. Every list is read through the search function, which checks permissions
 * itself, so that the database can use its indexes before the policies.
 * @param after cursor of the previous page; undefined for the first page
 * @param rows maximum number of rows; the server caps it at `LIST_ROWS_MAX`
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function listTickets(
  filter: TicketListFilter,
  after?: TicketCursor,
  rows: number = LIST_PAGE,
): Promise<TicketSummary[]> {
  const data = await loadData()
  const byPriority = filter.sort === 'priority'
  // GET, so that a request without an answer is retried.
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
