import { assignedOf, filterAt, type ViewFilter } from '@helpdesk/staff/model/saved-views'
import { ticketWords } from '@helpdesk/staff/views/filter-words'
import { NO_CHOICES, paramsOf } from '@helpdesk/tickets/model/ticket-list'

/** Which tickets a report counts, in the words that lists have in their URL. Reports have neither a search nor an order. */
export function reportFilterOf(params: URLSearchParams): ViewFilter {
  const conditions = new URLSearchParams(params)
  for (const name of ['q', 'sort', 'dir']) conditions.delete(name)
  return filterAt(conditions, assignedOf(conditions) ?? 'any')
}

/** The URL of the same report of all tickets. */
export function withoutFilter(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name] of paramsOf(NO_CHOICES)) next.delete(name)
  for (const name of ['status', 'assigned']) next.delete(name)
  return next
}

/** The filter as an argument; without one, the call is that of a server that has no filter yet. */
export const filterArgument = (filter: ViewFilter): { filter?: ViewFilter } =>
  isEmpty(filter) ? {} : { filter }

/** Describes the tickets of a report; '' for all. */
export const filterText = (filter: ViewFilter): string => (isEmpty(filter) ? '' : ticketWords(filter))

const isEmpty = (filter: ViewFilter) => Object.keys(filter).length === 0
