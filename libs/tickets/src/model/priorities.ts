/** All priorities, most urgent first (the order of menus). */
export const TICKET_PRIORITIES = ['urgent', 'high', 'medium', 'normal', 'low'] as const

export type TicketPriority = (typeof TICKET_PRIORITIES)[number]

/** The priority of a ticket created without one. */
export const DEFAULT_PRIORITY: TicketPriority = 'normal'

const ranks: Record<TicketPriority, number> = { urgent: 4, high: 3, medium: 2, normal: 1, low: 0 }

const labels: Record<TicketPriority, string> = {
  urgent: 'Urgent',
  high: 'High',
  medium: 'Medium',
  normal: 'Normal',
  low: 'Low',
}

/** Sort rank: urgent 4 down to low 0. */
export const priorityRank = (priority: TicketPriority): number => ranks[priority]

export const priorityLabel = (priority: TicketPriority): string => labels[priority]

export const isTicketPriority = (value: unknown): value is TicketPriority =>
  TICKET_PRIORITIES.some((priority) => priority === value)
