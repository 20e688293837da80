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

/** The field by which each order sorts. */
const SORTED_BY = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  waiting: 'waiting_since',
  priority: 'priority',
  status: 'status',
  subject: 'subject',
  customer: 'requester_name',
  assignee: 'assignee_name',
} satisfies Record<TicketSort, keyof TicketCursor>

/** The fields of a row that say where a list of this order goes on. */
export function placeOf(row: TicketCursor, sort: TicketSort = 'created_at'): Partial<TicketCursor> {
  const field = SORTED_BY[sort]
  return { id: row.id, number: row.number, created_at: row.created_at, [field]: row[field] }
}
