/**
 * Word and rank of each priority, most urgent first: every screen takes words, order and icons (by rank)
 * from here.
 */
const priorities = {
  urgent: { label: 'Urgent', rank: 4 },
  high: { label: 'High', rank: 3 },
  medium: { label: 'Medium', rank: 2 },
  normal: { label: 'Normal', rank: 1 },
  low: { label: 'Low', rank: 0 },
} as const

export type TicketPriority = keyof typeof priorities

/** All priorities, most urgent first (the order of menus). */
export const TICKET_PRIORITIES = Object.keys(priorities) as TicketPriority[]

/** The priority of a ticket created without one. */
export const DEFAULT_PRIORITY: TicketPriority = 'normal'

const MEDIUM_RANGE = 'between Normal and High'

/** Shown below a select that offers both. */
export const MEDIUM_HINT = `Medium is ${MEDIUM_RANGE}.`

/** Shown beside a priority in a menu without room for {@link MEDIUM_HINT}. */
export const priorityHint = (priority: TicketPriority): string | undefined =>
  priority === 'medium' ? MEDIUM_RANGE : undefined

/** Sort rank: urgent 4 down to low 0. */
export const priorityRank = (priority: TicketPriority) => priorities[priority].rank

export const priorityLabel = (priority: TicketPriority) => priorities[priority].label

/** The word in a menu without room for {@link MEDIUM_HINT}: `Medium (between Normal and High)`. */
export function priorityChoice(priority: TicketPriority): string {
  const hint = priorityHint(priority)
  return hint ? `${priorityLabel(priority)} (${hint})` : priorityLabel(priority)
}

/** The word on a badge, in lower case. */
export const priorityWord = (priority: TicketPriority): string => priorityLabel(priority).toLowerCase()

export const isTicketPriority = (value: unknown): value is TicketPriority =>
  TICKET_PRIORITIES.some((priority) => priority === value)
