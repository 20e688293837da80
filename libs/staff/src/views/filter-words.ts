import { priorityLabel } from '@helpdesk/tickets/model/priorities'
import type { TicketSort } from '@helpdesk/tickets/model/rows'
import { assignedOfView, type ViewFilter } from '../model/saved-views'
import { statusLabel } from '@helpdesk/tickets/model/statuses'
import * as texts from './texts'

const orderWords: Record<TicketSort, readonly [descending: string, ascending: string]> = {
  created_at: [texts.newestFirst, texts.oldestFirst],
  updated_at: [texts.updatedFirst, texts.unchangedFirst],
  waiting: [texts.waitingLongest, texts.waitingShortest],
  priority: [texts.urgentFirst, texts.urgentLast],
  status: [texts.openFirst, texts.closedFirst],
  subject: [texts.bySubjectDown, texts.bySubject],
  customer: [texts.byCustomerDown, texts.byCustomer],
  assignee: [texts.byAssigneeDown, texts.byAssignee],
}

const BEST_MATCH = [texts.bestMatch, texts.bestMatch] as const

/** Describes the tickets of a filter: `Open, Urgent, unassigned, with “printer”`. */
export function ticketWords(filter: ViewFilter): string {
  const { text, status, priority, tag } = filter
  const assigned = assignedOfView(filter)
  const whose =
    assigned === 'me'
      ? texts.assignedToMe
      : assigned === 'none'
        ? texts.unassigned
        : assigned !== 'any'
          ? texts.assignedToOne
          : texts.anyAssignee
  return [
    status?.map((each) => (each === 'active' ? texts.active : statusLabel(each))).join(', ') ??
      texts.anyStatus,
    priority?.map(priorityLabel).join(', ') ?? texts.anyPriority,
    whose,
    tag && texts.withTag(tag),
    text && texts.withWords(text),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Describes a filter with its order: `Open, Urgent, unassigned, with “printer”, most urgent first`. */
export function filterWords(filter: ViewFilter): string {
  const { text, sort, dir } = filter
  const [descending, ascending] = text && !sort ? BEST_MATCH : orderWords[sort ?? 'created_at']
  return `${ticketWords(filter)}, ${dir === 'asc' ? ascending : descending}`
}
