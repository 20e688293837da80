import type { InfiniteData, QueryClient, QueryKey } from '@helpdesk/ui/query'
import { z } from '@helpdesk/supabase'
import { ticketRowSchema, type ChangedTicket, type TicketSummary } from '../model/rows'
import { ticketKeys } from '../api/keys'

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
 * Changes a loaded list but keeps its age: it is refetched when it would have been anyway, and a stale list stays
 * stale.
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

/** Changes these tickets in every loaded list; other rows keep their identity. */
export function patchRows(queries: QueryClient, ids: Iterable<string>, change: Change): void {
  const idSet = new Set(ids)
  for (const [queryKey] of queries.getQueriesData<Pages>({ queryKey: ticketKeys.lists() }))
    reshapeList<Pages>(queries, queryKey, (data) => mapRows(data, idSet, change))
}

const toSummary = (ticket: ChangedTicket): TicketSummary => z.parse(ticketRowSchema, ticket)

/** Updates a ticket in every loaded list to the server's version, unless the list already has a newer one. */
export function showInLists(queries: QueryClient, ticket: ChangedTicket): void {
  const now = toSummary(ticket)
  patchRows(queries, [ticket.id], (row) => (row.version > now.version ? row : { ...row, ...now }))
}

/** The current rows of these tickets in the loaded lists, to roll an optimistic change back to. */
export function rowsInLists(queries: QueryClient, ids: Iterable<string>): Map<string, TicketSummary> {
  const idSet = new Set(ids)
  const found = new Map<string, TicketSummary>()
  for (const [, data] of queries.getQueriesData<Pages>({ queryKey: ticketKeys.lists() })) {
    for (const row of data?.pages.flat() ?? []) if (idSet.has(row.id)) found.set(row.id, row)
  }
  return found
}

/**
 * Marks lists and figures as stale after tickets changed, to be refetched when next shown. Lists that show the tickets
 * are left out, because their rows were patched and a refetch would move them.
 */
export function markOtherLists(queries: QueryClient, ids: Iterable<string>): void {
  const idSet = new Set(ids)
  for (const [queryKey, data] of queries.getQueriesData<Pages>({ queryKey: ticketKeys.lists() })) {
    if (data?.pages.some((page) => page.some(({ id }) => idSet.has(id)))) continue
    void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
  void queries.invalidateQueries({ queryKey: ticketKeys.agentStats(), refetchType: 'none' })
  // The counts of the views move no rows, so they may refetch at once.
  void queries.invalidateQueries({ queryKey: ticketKeys.queueCounts() })
}
