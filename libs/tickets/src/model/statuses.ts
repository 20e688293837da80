/** Word and icon of each status, in the order of a ticket's usual life cycle: every screen takes them from here. */
const statuses = {
  open: { label: 'Open', icon: 'circle' },
  in_progress: { label: 'In Progress', icon: 'progress' },
  pending: { label: 'Pending', icon: 'clock' },
  on_hold: { label: 'On Hold', icon: 'pause' },
  solved: { label: 'Solved', icon: 'check' },
  closed: { label: 'Closed', icon: 'lock' },
} as const

export type TicketStatus = keyof typeof statuses

/** All statuses, in the order of a ticket's usual life cycle. */
export const TICKET_STATUSES = Object.keys(statuses) as TicketStatus[]

/** The word for menus and filters: `In Progress`. */
export const statusLabel = (status: TicketStatus) => statuses[status].label

/** The word on a badge, in lower case: `in progress`. */
export const statusWord = (status: TicketStatus): string => statusLabel(status).toLowerCase()

/** The name of its icon. */
export const statusIcon = (status: TicketStatus) => statuses[status].icon

/** Narrows text from the URL or a select. */
export const isTicketStatus = (value: unknown): value is TicketStatus =>
  TICKET_STATUSES.some((status) => status === value)
