import { AS_TYPED_PARAM } from '@helpdesk/tickets/model/found-tickets'
import { isTicketPriority, TICKET_PRIORITIES, type TicketPriority } from '@helpdesk/tickets/model/priorities'
import { isTicketSort, type TicketSort } from '@helpdesk/tickets/model/rows'
import { isTicketStatus, TICKET_STATUSES, type TicketStatus } from '@helpdesk/tickets/model/statuses'

/** The filter and order of a list, stored in the URL. */
export interface WorklistFilter {
  search: string
  status: TicketStatus | undefined
  priority: TicketPriority | undefined
  tag: string | undefined
  /** Undefined until chosen: relevance with a search, else the newest first. */
  sort: TicketSort | undefined
  ascending: boolean
  /** Searches the text without corrections. */
  asTyped: boolean
}

export const DEFAULT_WORKLIST: WorklistFilter = {
  search: '',
  status: undefined,
  priority: undefined,
  tag: undefined,
  sort: undefined,
  ascending: false,
  asTyped: false,
}

/** Longest search text or tag read from a URL. */
export const SEARCH_MAX = 200

const firstThen = <T extends string>(first: readonly T[], all: readonly T[]): T[] => [
  ...first,
  ...all.filter((each) => !first.includes(each)),
]
/** The four options of the specification (section 2.14) come first. */
export const WORKLIST_STATUSES = firstThen(['open', 'in_progress', 'pending', 'closed'], TICKET_STATUSES)
export const WORKLIST_PRIORITIES = firstThen(['urgent', 'high', 'normal', 'low'], TICKET_PRIORITIES)

/** Reads the filter from a URL; drops invalid values, so that any link opens a list. */
export function worklistOf(params: URLSearchParams): WorklistFilter {
  const status = params.get('status')
  const priority = params.get('priority')
  const sort = params.get('sort')
  const text = (name: string) => (params.get(name) ?? '').trim().slice(0, SEARCH_MAX)
  return {
    search: text('q'),
    status: isTicketStatus(status) ? status : undefined,
    priority: isTicketPriority(priority) ? priority : undefined,
    tag: text('tag') || undefined,
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
  put('priority', filter.priority)
  put('tag', filter.tag)
  put('sort', filter.sort)
  put('dir', filter.ascending && 'asc')
  put(AS_TYPED_PARAM, filter.asTyped && '1')
  return next
}

/** True when the filter hides tickets. */
export const narrows = ({ search, status, priority, tag }: WorklistFilter): boolean =>
  Boolean(search.trim() || status || priority || tag)
