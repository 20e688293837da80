import type { InfiniteData, QueryClient, QueryKey } from '@helpdesk/ui/query'
import { z } from '@helpdesk/supabase'
import { ticketSummarySchema, type ChangedTicket, type TicketSummary } from '../model/rows'
import { ticketKeys } from './keys'

type Pages = InfiniteData<TicketSummary[], unknown>
type Change = (row: TicketSummary) => TicketSummary

const mapRows = (data: Pages, ids: ReadonlySet<string>, change: Change): Pages => {
  let touched = false
  const pages = data.pages.map((page) => {
    if (!page.some(({ id }) => ids.has(id))) return page
    touched = true
    return page.map((row) => (ids.has(row.id) ? change(row) : row))
  })
  return touched ? { ...data, pages } : data
}

/**
 * Changes a list that is loaded without making it any newer: it is read again when it would have been, and one that
 * was out of date still is.
 */
export function reshapeList<List>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (list: List) => List,
): void {
  const state = queries.getQueryState<List>(queryKey)
  if (state?.data === undefined) return
  const list = change(state.data)
  if (list === state.data) return
  queries.setQueryData<List>(queryKey, () => list, { updatedAt: state.dataUpdatedAt })
  if (state.isInvalidated) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

/** Changes these tickets wherever a loaded list shows them; every other row stays the same object. */
export function patchRows(queries: QueryClient, ids: Iterable<string>, change: Change): void {
  const wanted = new Set(ids)
  for (const [queryKey] of queries.getQueriesData<Pages>({ queryKey: ticketKeys.lists() }))
    reshapeList<Pages>(queries, queryKey, (data) => mapRows(data, wanted, change))
}

/** A ticket as lists have it. */
const ticketSummaryOf = (ticket: ChangedTicket): TicketSummary => z.parse(ticketSummarySchema, ticket)

/** Shows a ticket as the server has it wherever a list shows it; what is newer already stays. */
export function showInLists(queries: QueryClient, ticket: ChangedTicket): void {
  const now = ticketSummaryOf(ticket)
  patchRows(queries, [ticket.id], (row) => (row.version > now.version ? row : { ...row, ...now }))
}

/** These tickets as the loaded lists have them now: what an optimistic change is taken back to. */
export function rowsInLists(queries: QueryClient, ids: Iterable<string>): Map<string, TicketSummary> {
  const wanted = new Set(ids)
  const found = new Map<string, TicketSummary>()
  for (const [, data] of queries.getQueriesData<Pages>({ queryKey: ticketKeys.lists() })) {
    for (const row of data?.pages.flat() ?? []) if (wanted.has(row.id)) found.set(row.id, row)
  }
  return found
}

/**
 * After tickets changed: lists that show them keep their place (the rows were patched), every other list is read
 * again when it is next looked at, and so are the figures.
 */
export function markOtherLists(queries: QueryClient, ids: Iterable<string>): void {
  const wanted = new Set(ids)
  for (const [queryKey, data] of queries.getQueriesData<Pages>({ queryKey: ticketKeys.lists() })) {
    if (data?.pages.some((page) => page.some(({ id }) => wanted.has(id)))) continue
    void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
  void queries.invalidateQueries({ queryKey: ticketKeys.agentStats(), refetchType: 'none' })
  // No list is shown by it: the counts of the views may follow at once.
  void queries.invalidateQueries({ queryKey: ticketKeys.viewCounts() })
}
