import { loadData } from '@helpdesk/supabase'
import * as z from 'zod/mini'
import { LIST_PAGE } from '../model/limits'
import type { TicketPriority } from '../model/priorities'
import { ticketSummarySchema, type TicketSummary } from '../model/rows'
import type { TicketStatus } from '../model/statuses'
import { ask } from './ask'

/** Which tickets a list shows. Absent fields do not filter. */
export interface TicketListFilter {
  /** Named even where the rights imply it, so that the index of the column serves the list. */
  customerId?: string
  /** `null` lists what nobody has taken. */
  assignedTo?: string | null
  status?: TicketStatus
  priority?: TicketPriority
  /** Matches subject or description, case-insensitively. */
  search?: string
}

/** The last row of the page before: lists go on after it. */
export type TicketCursor = Pick<TicketSummary, 'id' | 'created_at'>

const COLUMNS =
  'id,subject,status,priority,created_by,customer_id,assigned_to,created_at,updated_at,closed_at,version'
const page = z.array(ticketSummarySchema)

async function searchTickets(filter: TicketListFilter, after?: TicketCursor): Promise<TicketSummary[]> {
  const data = await loadData()
  const request = data
    .rpc('search_tickets', {
      query: filter.search ?? '',
      filter_status: filter.status,
      filter_priority: filter.priority,
      filter_customer: filter.customerId,
      filter_assignee: filter.assignedTo ?? undefined,
      unassigned: filter.assignedTo === null,
      max_rows: LIST_PAGE,
      after_created_at: after?.created_at,
      after_id: after?.id,
    })
    .select(COLUMNS)
  return ask(request, page)
}

/**
 * One page of tickets, newest first, at most {@link LIST_PAGE} rows, in one request.
 * @param after the cursor of the page before; none for the first page
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function listTickets(filter: TicketListFilter, after?: TicketCursor): Promise<TicketSummary[]> {
  // Searching goes through a function that applies the rights by itself: under row level security the
  // database may not use its text indexes before the policy.
  if (filter.search?.trim()) return searchTickets({ ...filter, search: filter.search.trim() }, after)
  const data = await loadData()
  let request = data.from('tickets').select(COLUMNS)
  if (filter.customerId) request = request.eq('customer_id', filter.customerId)
  if (filter.assignedTo === null) request = request.is('assigned_to', null)
  else if (filter.assignedTo) request = request.eq('assigned_to', filter.assignedTo)
  if (filter.status) request = request.eq('status', filter.status)
  if (filter.priority) request = request.eq('priority', filter.priority)
  if (after) {
    const { created_at: at, id } = after
    request = request.or(`created_at.lt.${at},and(created_at.eq.${at},id.lt.${id})`)
  }
  return ask(
    request.order('created_at', { ascending: false }).order('id', { ascending: false }).limit(LIST_PAGE),
    page,
  )
}
