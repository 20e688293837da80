import { isResolved } from './closing'
import { priorityRank } from './priorities'
import { isTextSort, type TicketSummary } from './rows'
import { TICKET_STATUSES } from './statuses'
import type { TicketListFilter } from './ticket-list'

/** True when a list with this filter has the ticket. What a search finds is known to the server only. */
export function matchesFilter(row: TicketSummary, filter: TicketListFilter): boolean {
  const { status, priority, tag, customerId, assignedTo } = filter
  return (
    !filter.search?.trim() &&
    (status === undefined || (status === 'active' ? !isResolved(row) : row.status === status)) &&
    (priority === undefined || row.priority === priority) &&
    (customerId === undefined || row.customer_id === customerId) &&
    (assignedTo === undefined || row.assigned_to === assignedTo) &&
    (tag === undefined || (row.desk_tags ?? []).includes(tag)) &&
    (filter.sort !== 'waiting' || Boolean(row.waiting_since))
  )
}

const time = (text: string | null | undefined): number => (text ? Date.parse(text) : 0)

/** What a list sorts by, the most important first; larger values come first in a descending list. */
function places(row: TicketSummary, sort: TicketListFilter['sort']): number[] {
  const created = time(row.created_at)
  switch (sort) {
    case 'updated_at':
      return [time(row.updated_at)]
    case 'waiting':
      return [-time(row.waiting_since)]
    case 'priority':
      return [priorityRank(row.priority), created]
    case 'status':
      return [-TICKET_STATUSES.indexOf(row.status), created]
    default:
      return [created]
  }
}

/** True when a list in this order shows `row` before `other`. */
export function comesBefore(row: TicketSummary, other: TicketSummary, filter: TicketListFilter): boolean {
  const { sort, ascending = false } = filter
  // The server alone knows how it folds texts.
  if (sort && isTextSort(sort)) return false
  const [first, second] = [places(row, sort), places(other, sort)]
  const at = first.findIndex((value, n) => value !== second[n])
  if (at < 0) return false
  // Within a priority or status the newest comes first in both directions.
  const rising = at === 0 && ascending
  return rising ? (first[at] ?? 0) < (second[at] ?? 0) : (first[at] ?? 0) > (second[at] ?? 0)
}
