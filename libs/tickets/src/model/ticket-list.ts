import type { TicketPriority } from './priorities'
import type { TicketSort, TicketSummary } from './rows'
import type { TicketStatus } from './statuses'

/** Filter and order of a ticket list. Absent fields do not filter. */
export interface TicketListFilter {
  /** Set even where row level security implies it, so that the column's index is used. */
  customerId?: string
  /** `null` lists unassigned tickets. */
  assignedTo?: string | null
  /** `active` stands for the four statuses that need work. */
  status?: TicketStatus | 'active'
  priority?: TicketPriority
  tag?: string
  /** Words of the ticket, its comments, files, tags or people; see `searchTickets`. */
  search?: string
  /** Searches the text without corrections. */
  asTyped?: boolean
  /** First and last time of creation as ISO timestamps; only with `search`. */
  createdFrom?: string
  createdUntil?: string
  /** Default: relevance with `search`, else `created_at`. */
  sort?: TicketSort
  /** Default: descending, which is newest, most urgent, longest waiting, open or Z first. */
  ascending?: boolean
}

/** The last row of the previous page; works for every sort order. */
export type TicketCursor = Pick<
  TicketSummary,
  | 'id'
  | 'number'
  | 'created_at'
  | 'updated_at'
  | 'waiting_since'
  | 'priority'
  | 'status'
  | 'subject'
  | 'requester_name'
  | 'assignee_name'
> & {
  /** Number of rows up to and including it, which pages a search by relevance. */
  count?: number
}
