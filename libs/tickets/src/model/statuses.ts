/**
 * The word of each status, in the order of a ticket's usual life cycle. Every screen takes words and order from here,
 * and icons from `screens/badges/icons`.
 */
const labels = {
  open: 'Open',
  in_progress: 'In Progress',
  pending: 'Pending',
  on_hold: 'On Hold',
  solved: 'Solved',
  closed: 'Closed',
} as const

/** All statuses, in the order of a ticket's usual life cycle. */
export const TICKET_STATUSES = ['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed'] as const

export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** The word for menus and filters: `In Progress`. */
export const statusLabel = (status: TicketStatus): string => labels[status]

/** The word on a badge, in lower case: `in progress`. */
export const statusWord = (status: TicketStatus): string => statusLabel(status).toLowerCase()

/** Narrows text from the URL or a select. */
export const isTicketStatus = (value: unknown): value is TicketStatus =>
  TICKET_STATUSES.some((status) => status === value)
