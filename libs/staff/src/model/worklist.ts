import { isTicketPriority, TICKET_PRIORITIES, type TicketPriority } from '@helpdesk/tickets/model/priorities'
import type { TicketSort } from '@helpdesk/tickets/model/rows'
import { isTicketStatus, TICKET_STATUSES, type TicketStatus } from '@helpdesk/tickets/model/statuses'

/** The filter and order of a list, stored in the URL. */
export interface WorklistFilter {
  search: string
  status: TicketStatus | undefined
  priority: TicketPriority | undefined
  tag: string | undefined
  sort: TicketSort
  ascending: boolean
}

export const DEFAULT_WORKLIST: WorklistFilter = {
  search: '',
  status: undefined,
  priority: undefined,
  tag: undefined,
  sort: 'created_at',
  ascending: false,
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
  const text = (name: string) => (params.get(name) ?? '').trim().slice(0, SEARCH_MAX)
  return {
    search: text('q'),
    status: isTicketStatus(status) ? status : undefined,
    priority: isTicketPriority(priority) ? priority : undefined,
    tag: text('tag') || undefined,
    sort: params.get('sort') === 'priority' ? 'priority' : 'created_at',
    ascending: params.get('dir') === 'asc',
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
  put('sort', filter.sort === 'priority' && 'priority')
  put('dir', filter.ascending && 'asc')
  return next
}

/** True when the filter hides tickets. */
export const narrows = ({ search, status, priority, tag }: WorklistFilter): boolean =>
  Boolean(search.trim() || status || priority || tag)
