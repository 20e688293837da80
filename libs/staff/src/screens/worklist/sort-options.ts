import { foundSort } from '@helpdesk/tickets/model/found-tickets'
import { isTextSort, type TicketSort } from '@helpdesk/tickets/model/rows'
import type { WorklistFilter } from '../../model/worklist'
import * as texts from './texts'

const sorts: { value: TicketSort; label: string }[] = [
  { value: 'created_at', label: texts.createdDate },
  { value: 'priority', label: texts.priority },
  { value: 'updated_at', label: texts.lastUpdated },
  { value: 'waiting', label: texts.waitingLongest },
  { value: 'status', label: texts.status },
  { value: 'subject', label: texts.subject },
  { value: 'customer', label: texts.customer },
]
const assignee = { value: 'assignee', label: texts.assignedTo } as const
const foundSorts = [
  { value: 'relevance', label: texts.bestMatch },
  ...sorts.filter(({ value }) => foundSort(value) === value),
]

/**
 * The orders of a list, those of the specification first.
 * @param searching the list has words to search for
 * @param ofOne the list has the tickets of one assignee, or unassigned ones
 */
export const sortOptions = (searching: boolean, ofOne: boolean) =>
  searching ? foundSorts : ofOne ? sorts : [...sorts, assignee]

/** The change of a filter to another order. A text starts at A; anything else at the newest, longest or most urgent. */
export const sortedBy = (sort: TicketSort, searching: boolean): Partial<WorklistFilter> => ({
  // The default order is not written into the URL.
  sort: sort === 'created_at' && !searching ? undefined : sort,
  ascending: isTextSort(sort),
})

/** The order of the rows: the chosen one, else the default. */
export const sortOf = ({ sort }: WorklistFilter, searching: boolean) =>
  searching ? foundSort(sort) : (sort ?? 'created_at')
