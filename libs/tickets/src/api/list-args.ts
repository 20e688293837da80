import { filterOf, type TicketListFilter } from '../model/ticket-list'

/** A list's filter and order as arguments of a GET request, which takes objects as text. Defaults are left out. */
export const listArgs = (list: TicketListFilter) => ({
  filter: JSON.stringify(filterOf(list)),
  sort_by: list.sort,
  ascending: list.ascending || undefined,
})
