import type { Changes } from '@helpdesk/supabase'
import { oncePerPage } from '@helpdesk/ui'
import type { QueryClient } from '@helpdesk/ui/query'
import { ticketKeys } from '../api/keys'

// An answer that is on its way when a change is applied may be older than the change, and replaces what was written.

type Change = Changes['tickets'][number]
type Filters = NonNullable<Parameters<QueryClient['isFetching']>[0]>

/** The last change of each ticket since these answers were asked for. */
interface Late {
  changes: Map<string, Change>
  answers: number
}
const late = oncePerPage('late-answers@1', () => new WeakMap<QueryClient, Late>())

function afterAnswer(answer: Promise<unknown>, then: () => void): void {
  // Whether it failed or not: the query may have the data of before.
  void answer.then(then, then)
}

/** Applies changes to the lists, and again after the answers that are on their way have arrived. */
export function applyToLists(
  queries: QueryClient,
  changes: readonly Change[],
  apply: (changes: readonly Change[]) => void,
): void {
  apply(changes)
  const loading = queries
    .getQueryCache()
    .findAll({ queryKey: ticketKeys.lists(), fetchStatus: 'fetching' })
    .flatMap(({ promise }) => promise ?? [])
  const waiting = late.get(queries) ?? { changes: new Map<string, Change>(), answers: 0 }
  if (loading.length + waiting.answers === 0) return
  late.set(queries, waiting)
  for (const change of changes) waiting.changes.set(change.id, change)
  waiting.answers += loading.length
  for (const answer of loading)
    afterAnswer(answer, () => {
      waiting.answers -= 1
      apply([...waiting.changes.values()])
      if (waiting.answers === 0) late.delete(queries)
    })
}

/**
 * Makes queries stale and reads those on the screen again. Where the first answer is on its way, TanStack Query takes this
 * for what was asked: it is asked again once it has arrived.
 */
export function readAgain(queries: QueryClient, filters: Filters): void {
  for (const query of queries.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    const { promise, queryKey } = query
    if (!promise || (query.state.data !== undefined && query.isActive())) continue
    afterAnswer(promise, () => void queries.invalidateQueries({ queryKey, exact: true }))
  }
  void queries.invalidateQueries(filters)
}
