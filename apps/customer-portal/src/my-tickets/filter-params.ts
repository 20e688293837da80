import { isTicketPriority } from '@helpdesk/tickets/model/priorities'
import { isTicketStatus } from '@helpdesk/tickets/model/statuses'
import { LIST_PAGE } from '@helpdesk/tickets/model/limits'
import type { TicketListFilter } from '@helpdesk/tickets/api/list-tickets'

type MyFilter = Pick<TicketListFilter, 'status' | 'priority' | 'search'>

/** Upper bound, so that a crafted address cannot load rows forever. */
const ROWS_MAX = 1000

/** Reads the filters from the address, so that Back and shared links show the same list. Drops invalid values. */
export function filterFromParams(params: URLSearchParams): MyFilter {
  const status = params.get('status')
  const priority = params.get('priority')
  const search = params.get('q')?.trim()
  return {
    ...(isTicketStatus(status) && { status }),
    ...(isTicketPriority(priority) && { priority }),
    ...(search && { search }),
  }
}

/** How far the list was paged: whole pages, one at least. */
export function rowsFromParams(params: URLSearchParams): number {
  const asked = Number(params.get('rows') ?? LIST_PAGE)
  if (!Number.isFinite(asked)) return LIST_PAGE
  const pages = Math.ceil(Math.min(asked, ROWS_MAX) / LIST_PAGE)
  return Math.max(1, pages) * LIST_PAGE
}

/** The address after one filter changed; an empty value takes it out. Another list starts at its first page. */
export function withParam(
  params: URLSearchParams,
  name: 'status' | 'priority' | 'q',
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value.trim()) next.set(name, value)
  else next.delete(name)
  next.delete('rows')
  return next
}

/** The address one page further down the list. */
export function withMoreRows(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set('rows', String(rowsFromParams(params) + LIST_PAGE))
  return next
}

export const hasFilter = (filter: MyFilter): boolean => Object.keys(filter).length > 0
