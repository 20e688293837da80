import { foundSort } from '@helpdesk/tickets/model/found-tickets'
import { ORDERS } from '@helpdesk/tickets/model/list-fields'
import { isTextSort, TICKET_SORTS, type TicketSort } from '@helpdesk/tickets/model/ticket-list'
import type { WorklistFilter } from '../../model/worklist'
import * as texts from './texts'

const sorts = TICKET_SORTS.map((value) => ({ value, label: ORDERS[value].label }))
const sortsOfOne = sorts.filter(({ value }) => value !== 'assignee')
const foundSorts = [
  { value: 'relevance', label: texts.bestMatch },
  ...sorts.filter(({ value }) => foundSort(value) === value),
]

/**
 * The orders of a list.
 * @param searching the list has words to search for
 * @param ofOne the list has the tickets of one assignee, or unassigned ones
 */
export const sortOptions = (searching: boolean, ofOne: boolean) =>
  searching ? foundSorts : ofOne ? sortsOfOne : sorts

/** The change of a filter to another order. A text starts at A; anything else at the newest, longest or most urgent. */
export const sortedBy = (sort: TicketSort, searching: boolean): Partial<WorklistFilter> => ({
  // The default order is not written into the URL.
  sort: sort === 'created_at' && !searching ? undefined : sort,
  ascending: isTextSort(sort),
})

/** The order of the rows: the chosen one, else the default. */
export const sortOf = ({ sort }: WorklistFilter, searching: boolean) =>
  searching ? foundSort(sort) : (sort ?? 'created_at')
