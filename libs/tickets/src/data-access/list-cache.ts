import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { TicketSummary } from '../model/rows'
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

/** Changes these tickets wherever a loaded list shows them; every other row stays the same object. */
export function patchRows(queries: QueryClient, ids: Iterable<string>, change: Change): void {
  const wanted = new Set(ids)
  queries.setQueriesData<Pages>({ queryKey: ticketKeys.lists() }, (data) =>
    data ? mapRows(data, wanted, change) : data,
  )
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
}
