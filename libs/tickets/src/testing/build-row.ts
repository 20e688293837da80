import type { SentRequest } from './stub-xhr'
import type { FoundTicket } from '../model/found-tickets'
import type { TicketSummary } from '../model/rows'
import type { TicketFilter } from '../model/list-fields'
import type { TicketCursor } from '../model/ticket-list'

export const AGENT_ID = '00000000-0000-4000-8000-0000000000a1'
export const OTHER_AGENT_ID = '00000000-0000-4000-8000-0000000000a2'
const REQUESTER_ID = '00000000-0000-4000-8000-0000000000c1'

/** The n-th ticket of a queue: open, normal priority, unassigned. */
export const buildRow = (n: number, overrides: Partial<TicketSummary> = {}): TicketSummary => ({
  id: `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`,
  subject: `Ticket number ${n}`,
  status: 'open',
  priority: 'normal',
  created_by: REQUESTER_ID,
  customer_id: REQUESTER_ID,
  assigned_to: null,
  created_at: '2026-01-05T12:00:00+00:00',
  updated_at: '2026-01-05T12:00:00+00:00',
  closed_at: null,
  version: 1,
  ...overrides,
})

export const buildRows = (count: number, overrides: Partial<TicketSummary> = {}): TicketSummary[] =>
  Array.from({ length: count }, (_, n) => buildRow(n, overrides))

/** The n-th found ticket: only its subject matches, without hits. */
export const buildFoundRow = (n: number, overrides: Partial<FoundTicket> = {}): FoundTicket => ({
  ...buildRow(n),
  number: 1001 + n,
  marked_subject: overrides.subject ?? `Ticket number ${n}`,
  found_in: null,
  found_by: null,
  snippet: null,
  corrected: null,
  ...overrides,
})

export const buildFoundRows = (count: number, overrides: Partial<FoundTicket> = {}): FoundTicket[] =>
  Array.from({ length: count }, (_, n) => buildFoundRow(n, overrides))

/** Found rows as `search_tickets` returns them. */
export const foundAnswer = (rows: readonly FoundTicket[]) =>
  rows.map(({ marked_subject, found_in, found_by, snippet, corrected, ...ticket }) => ({
    ticket,
    ...{ marked_subject, found_in, found_by, snippet, corrected },
  }))

/** The arguments of a list or search; filter and cursor as objects. */
export const listArgsOf = (params: URLSearchParams) => ({
  ...Object.fromEntries(params),
  sort_by: params.get('sort_by') ?? undefined,
  filter: JSON.parse(params.get('filter') ?? '{}') as TicketFilter,
  after: JSON.parse(params.get('after') ?? 'null') as Partial<TicketCursor> | null,
})

/** Adds what a search returns besides a row of a list. */
export const asFound = (row: TicketSummary, n: number): FoundTicket => ({
  ...buildFoundRow(n, { subject: row.subject }),
  ...row,
})

const people = [
  { id: AGENT_ID, name: 'Alex Agent', email: 'alex@desk.example', role: 'agent' },
  { id: OTHER_AGENT_ID, name: 'Bo Busy', email: 'bo@desk.example', role: 'agent' },
  { id: REQUESTER_ID, name: 'Rae Requester', email: 'rae@customer.example', role: 'customer' },
]

interface Reply {
  status?: number
  body?: unknown
}
/** A stub of the backend with ticket lists and profiles; `rest` answers all other requests. */
export const backendWith =
  (
    lists: (query: URLSearchParams) => unknown,
    rest: (request: SentRequest) => Reply | Promise<Reply> = () => ({}),
  ) =>
  (request: SentRequest) => {
    const { pathname, searchParams } = request.url
    if (/\/rpc\/(list|search)_tickets$/.test(pathname)) {
      const rows = lists(searchParams)
      const isSearch = pathname.endsWith('search_tickets') && Array.isArray(rows)
      return { body: isSearch ? foundAnswer(rows.map(asFound)) : rows }
    }
    if (pathname === '/rest/v1/profiles')
      return { body: searchParams.has('role') ? people.filter(({ role }) => role === 'agent') : people }
    return rest(request)
  }

/** Requests of one kind, by the end of their path. */
export const sentTo = (sent: readonly SentRequest[], end: string): SentRequest[] =>
  sent.filter(({ url }) => url.pathname.endsWith(end))
