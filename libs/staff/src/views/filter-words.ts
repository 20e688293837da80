import { priorityLabel } from '@helpdesk/tickets/model/priorities'
import type { TicketSort } from '@helpdesk/tickets/model/rows'
import type { ViewFilter } from '../model/saved-views'
import { statusLabel } from '@helpdesk/tickets/model/statuses'

const orderWords: Record<TicketSort, readonly [descending: string, ascending: string]> = {
  created_at: ['newest first', 'oldest first'],
  updated_at: ['last updated first', 'longest unchanged first'],
  waiting: ['waiting longest first', 'waiting shortest first'],
  priority: ['most urgent first', 'least urgent first'],
  status: ['open first', 'closed first'],
  subject: ['by subject, Z first', 'by subject'],
  customer: ['by customer, Z first', 'by customer'],
  assignee: ['by assignee, Z first', 'by assignee'],
}

const BEST_MATCH = ['best match first', 'best match first'] as const

/** Describes a filter: `Open, Urgent, unassigned, with “printer”, most urgent first`. */
export function filterWords({ q, status, priority, assigned, tag, sort, dir }: ViewFilter): string {
  const whose =
    assigned === 'me'
      ? 'assigned to me'
      : assigned === 'none'
        ? 'unassigned'
        : assigned
          ? 'assigned to one person'
          : 'any assignee'
  const [descending, ascending] = q && !sort ? BEST_MATCH : orderWords[sort ?? 'created_at']
  return [
    status === 'active' ? 'Active' : status ? statusLabel(status) : 'Any status',
    priority ? priorityLabel(priority) : 'any priority',
    whose,
    tag && `tagged ${tag}`,
    q && `with “${q}”`,
    dir === 'asc' ? ascending : descending,
  ]
    .filter(Boolean)
    .join(', ')
}
