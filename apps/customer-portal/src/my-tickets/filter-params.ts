import { isTicketPriority } from '@helpdesk/tickets/model/priorities'
import { isTicketStatus } from '@helpdesk/tickets/model/statuses'
import { LIST_PAGE } from '@helpdesk/tickets/model/limits'
import { AS_TYPED_PARAM } from '@helpdesk/tickets/model/found-tickets'
import type { MyFilter } from '../api/list-my-tickets'

/** Upper bound, so that a crafted URL cannot load rows endlessly. */
const ROWS_MAX = 1000

/** Reads the filters from the URL, so that Back and shared links show the same list. Drops invalid values. */
export function filterFromParams(params: URLSearchParams): MyFilter {
  const status = params.get('status')
  const priority = params.get('priority')
  const search = params.get('q')?.trim()
  return {
    ...(isTicketStatus(status) && { status }),
    ...(isTicketPriority(priority) && { priority }),
    ...(search && { search }),
    // Without text there is one order.
    ...(search && params.get('sort') === 'created_at' && { sort: 'created_at' }),
    ...(search && params.get(AS_TYPED_PARAM) === '1' && { asTyped: true }),
  }
}

/** Number of rows to show: whole pages, at least one. */
export function rowsFromParams(params: URLSearchParams): number {
  const rows = Number(params.get('rows') ?? LIST_PAGE)
  if (!Number.isFinite(rows)) return LIST_PAGE
  const pages = Math.ceil(Math.min(rows, ROWS_MAX) / LIST_PAGE)
  return Math.max(1, pages) * LIST_PAGE
}

/** The URL parameters after one filter changed; an empty value removes it. The list restarts at its first page. */
export function withParam(
  params: URLSearchParams,
  name: 'status' | 'priority' | 'q' | 'sort',
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value.trim()) next.set(name, value)
  else next.delete(name)
  next.delete('rows')
  // Another text may be corrected again.
  if (name === 'q') next.delete(AS_TYPED_PARAM)
  return next
}

/** The URL parameters with one more page of rows. */
export function withMoreRows(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set('rows', String(rowsFromParams(params) + LIST_PAGE))
  return next
}

export const hasFilter = ({ status, priority, search }: MyFilter): boolean =>
  Boolean(status || priority || search)
