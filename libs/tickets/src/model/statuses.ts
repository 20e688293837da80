/** All six statuses of the product, in the order in which a ticket usually walks through them. */
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

/** True for one of the six; narrows text from an address bar or a select. */
export const isTicketStatus = (value: unknown): value is TicketStatus =>
  TICKET_STATUSES.some((status) => status === value)

/**
 * What a change of status does to `closed_at`: closing stamps the time, any other status clears it.
 * The server applies the same rule; the browser uses this one to show the result at once.
 */
export const closedAtFor = (status: TicketStatus, now: Date): string | null =>
  status === 'closed' ? now.toISOString() : null
