import type { TicketListFilter } from '@helpdesk/tickets/model/ticket-list'
import { lazy, Suspense, useState } from 'react'
import { listFilter, mayHaveFilters, type ListScope, type TypedFilter } from '../../model/list-filter'
import type { WorklistFilter } from '../../model/worklist'

const TypedFilters = lazy(async () => ({ default: (await import('./TypedFilters')).TypedFilters }))
const NO_ERRORS: string[] = []

/**
 * The request of a list, with the filters typed into its search box.
 * @returns `list` is undefined until it is known; with errors it is the last list without any. `reader` is to be rendered.
 */
export function useListFilter(scope: ListScope, filter: WorklistFilter, activeFirst: boolean) {
  const { search } = filter
  const hasFilters = mayHaveFilters(search)
  const [read, setRead] = useState<TypedFilter>()
  const typed = hasFilters && read?.search === search ? read : undefined
  const errors = typed?.errors ?? NO_ERRORS
  const isKnown = (!hasFilters || typed !== undefined) && errors.length === 0
  const now = isKnown ? listFilter(scope, filter, activeFirst, typed) : undefined
  // While a filter is typed or wrong, its list stays: bulk changes must not reach tickets that the text excludes.
  const [valid, setValid] = useState<TicketListFilter | undefined>(now)
  if (now && JSON.stringify(now) !== JSON.stringify(valid)) setValid(now)
  return {
    list: now ?? valid,
    /** The words to search for. */
    text: hasFilters ? (read?.filter.search ?? '') : search,
    errors,
    // Not with errors, which last: dimmed rows have too little contrast to work with.
    isStale: hasFilters && typed === undefined,
    reader: hasFilters && (
      <Suspense>
        <TypedFilters scope={scope} search={search} onRead={setRead} />
      </Suspense>
    ),
  }
}
