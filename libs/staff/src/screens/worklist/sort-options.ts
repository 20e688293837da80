import { foundSort } from '@helpdesk/tickets/model/found-tickets'
import type { TicketSort } from '@helpdesk/tickets/model/rows'
import type { WorklistFilter } from '../../model/worklist'

const sorts: { value: TicketSort; label: string }[] = [
  { value: 'created_at', label: 'Created Date' },
  { value: 'priority', label: 'Priority' },
  { value: 'updated_at', label: 'Last updated' },
  { value: 'waiting', label: 'Waiting longest' },
  { value: 'status', label: 'Status' },
]
const foundSorts = [
  { value: 'relevance', label: 'Best match' },
  ...sorts.filter(({ value }) => foundSort(value) === value),
]

/** The orders of a list, those of the specification first. @param searching the list has words to search for */
export const sortOptions = (searching: boolean) => (searching ? foundSorts : sorts)

/** The order in force. */
export const sortOf = ({ sort }: WorklistFilter, searching: boolean) =>
  searching ? foundSort(sort) : (sort ?? 'created_at')
