import type { TicketListFilter } from '@helpdesk/tickets/model/ticket-list'
import type { ParsedSearch } from './search-grammar'
import { statusOf, type WorklistFilter } from './worklist'

/** The tickets of a page: of an assignee, unassigned (`null`), or all. */
export interface ListScope {
  assignedTo?: string | null
}

/** Ids of the people named by the filters `from:` and `assigned:`. */
export interface NamedPeople {
  customerId?: string
  assignedTo?: string | null
}

/** The filters in a search text. */
export interface TypedFilter {
  /** The text that was read. */
  search: string
  errors: string[]
  /** The words to search for, and the filters, which win over the selects. */
  filter: TicketListFilter & { search: string }
}

export function typedFilter(
  search: string,
  parsed: ParsedSearch,
  people: NamedPeople,
  errors: string[],
): TypedFilter {
  const filter: TicketListFilter & Partial<ParsedSearch> = { ...parsed, ...people }
  // Words have a name of their own in lists, and people are looked up.
  for (const field of ['text', 'from', 'assigned', 'errors'] as const) delete filter[field]
  return { search, errors, filter: { ...filter, search: parsed.text } }
}

/** Whether a text may have filters, which are read by code that is loaded then. */
export const mayHaveFilters = (search: string): boolean => search.includes(':')

/**
 * Filter and order of the list request.
 * @param activeFirst the list shows active tickets until another status is chosen
 * @param typed the filters in its text; absent for a text without any
 */
export function listFilter(
  scope: ListScope,
  filter: WorklistFilter,
  activeFirst: boolean,
  typed?: TypedFilter,
): TicketListFilter {
  const status = statusOf({ ...filter, search: typed?.filter.search ?? filter.search }, activeFirst)
  return { ...scope, ...filter, status: status === 'all' ? undefined : status, ...typed?.filter }
}
