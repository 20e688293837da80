/** All statuses, in the order of a ticket's usual life cycle. */
export const TICKET_STATUSES = ['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed'] as const

export type TicketStatus = (typeof TICKET_STATUSES)[number]

const labels: Record<TicketStatus, string> = {
  open: 'Open',
  in_progress: 'In Progress',
  pending: 'Pending',
  on_hold: 'On Hold',
  solved: 'Solved',
  closed: 'Closed',
}

/** The word for menus and filters: `In Progress`. */
export const statusLabel = (status: TicketStatus): string => labels[status]

/** The word on a badge: the stored value with its underscores replaced by spaces. */
export const statusWord = (status: TicketStatus): string => status.replaceAll('_', ' ')

/** Narrows text from the URL or a select. */
export const isTicketStatus = (value: unknown): value is TicketStatus =>
  TICKET_STATUSES.some((status) => status === value)
