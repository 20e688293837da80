/**
 * Word and sort rank of each priority, most urgent first. Every screen takes words and order from here, and icons from
 * `screens/badges/icons`.
 */
const priorities = {
  urgent: { label: 'Urgent', rank: 4 },
  high: { label: 'High', rank: 3 },
  medium: { label: 'Medium', rank: 2 },
  normal: { label: 'Normal', rank: 1 },
  low: { label: 'Low', rank: 0 },
} as const

/** All priorities, most urgent first (the order of menus). */
export const TICKET_PRIORITIES = ['urgent', 'high', 'medium', 'normal', 'low'] as const

export type TicketPriority = (typeof TICKET_PRIORITIES)[number]

/** The priority of a ticket created without one. */
export const DEFAULT_PRIORITY: TicketPriority = 'normal'

/** Shown where both are offered. */
export const MEDIUM_HINT = 'Medium is between Normal and High.'

/** Sort rank: urgent 4 down to low 0. */
export const priorityRank = (priority: TicketPriority): number => priorities[priority].rank

export const priorityLabel = (priority: TicketPriority): string => priorities[priority].label

/** The word on a badge, in lower case. */
export const priorityWord = (priority: TicketPriority): string => priorityLabel(priority).toLowerCase()

export const isTicketPriority = (value: unknown): value is TicketPriority =>
  TICKET_PRIORITIES.some((priority) => priority === value)
