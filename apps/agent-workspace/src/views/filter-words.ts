import { priorityLabel } from '@helpdesk/tickets/model/priorities'
import type { ViewFilter } from '../model/saved-views'
import { statusLabel } from '@helpdesk/tickets/model/statuses'

/** Describes a filter: `Open, Urgent, assigned to nobody, with “printer”, most urgent first`. */
export function filterWords({ q, status, priority, assigned, tag, sort, dir }: ViewFilter): string {
  const whose =
    assigned === 'me'
      ? 'assigned to whoever looks'
      : assigned === 'none'
        ? 'assigned to nobody'
        : assigned
          ? 'assigned to one person'
          : 'of everybody'
  const order =
    sort === 'priority'
      ? dir === 'asc'
        ? 'least urgent first'
        : 'most urgent first'
      : dir === 'asc'
        ? 'oldest first'
        : 'newest first'
  return [
    status ? statusLabel(status) : 'Every status',
    priority ? priorityLabel(priority) : 'every priority',
    whose,
    tag && `tagged ${tag}`,
    q && `with “${q}”`,
    order,
  ]
    .filter(Boolean)
    .join(', ')
}
