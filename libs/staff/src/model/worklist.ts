import { AS_TYPED_PARAM } from '@helpdesk/tickets/model/found-tickets'
import { SEARCH_MAX } from '@helpdesk/tickets/model/limits'
import {
  choicesIn,
  isTicketSort,
  NO_CHOICES,
  paramsOf,
  type Choices,
  type TicketSort,
} from '@helpdesk/tickets/model/ticket-list'
import { isTicketStatus, type TicketStatus } from '@helpdesk/tickets/model/statuses'

/** A status; `active` is every status but solved and closed. */
export type StatusFilter = TicketStatus | 'active' | 'all'

export const isStatusFilter = (value: unknown): value is StatusFilter =>
  value === 'active' || value === 'all' || isTicketStatus(value)

/** The filter and order of a list, stored in the URL. */
export interface WorklistFilter extends Choices {
  search: string
  /** Undefined until chosen: `active` in queues, else `all`. */
  status: StatusFilter | undefined
  /** Undefined until chosen: relevance with a search, else the newest first. */
  sort: TicketSort | undefined
  ascending: boolean
  /** Searches the text without corrections. */
  asTyped: boolean
}

export const DEFAULT_WORKLIST: WorklistFilter = {
  search: '',
  status: undefined,
  ...NO_CHOICES,
  sort: undefined,
  ascending: false,
  asTyped: false,
}

/** Reads the filter from a URL; drops invalid values, so that any link opens a list. */
export function worklistOf(params: URLSearchParams): WorklistFilter {
  const status = params.get('status')
  const sort = params.get('sort')
  return {
    // The search box keeps longer texts to itself.
    search: (params.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    status: isStatusFilter(status) ? status : undefined,
    ...choicesIn(params),
    sort: isTicketSort(sort) ? sort : undefined,
    ascending: params.get('dir') === 'asc',
    asTyped: params.get(AS_TYPED_PARAM) === '1',
  }
}

/** Writes the filter into a URL; omits defaults and keeps unrelated parameters. */
export function withWorklist(params: URLSearchParams, filter: WorklistFilter): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | undefined | false) =>
    value ? next.set(name, value) : next.delete(name)
  put('q', filter.search.trim())
  put('status', filter.status)
  for (const [name, value] of paramsOf(filter)) put(name, value)
  put('sort', filter.sort)
  put('dir', filter.ascending && 'asc')
  put(AS_TYPED_PARAM, filter.asTyped && '1')
  return next
}

/**
 * The status that the list shows. A search finds tickets of every status unless one is chosen, because what is searched for
 * is often solved.
 * @param activeFirst the list shows active tickets until another status is chosen
 */
export const statusOf = (
  { status, search }: Pick<WorklistFilter, 'status' | 'search'>,
  activeFirst: boolean,
): StatusFilter => status ?? (activeFirst && !search.trim() ? 'active' : 'all')

/** True when the filter hides tickets besides solved and closed ones. */
export const narrows = (filter: WorklistFilter): boolean =>
  Boolean(filter.search.trim()) ||
  isTicketStatus(filter.status) ||
  paramsOf(filter).some(([, value]) => value)
