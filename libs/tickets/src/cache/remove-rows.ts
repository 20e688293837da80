import type { InfiniteData, QueryClient, QueryKey } from '@helpdesk/ui/query'
import type { TicketSummary } from '../model/rows'
import { reshapeList } from './list-cache'

type CountedPages = InfiniteData<TicketSummary[], { removed?: number }>

/** Takes rows out of a loaded list. Its pages remember how many, since a shorter page would mean the end of the list. */
export function removeRows(queries: QueryClient, queryKey: QueryKey, ids: ReadonlySet<string>): void {
  reshapeList<CountedPages>(queries, queryKey, (list) => {
    if (ids.size === 0) return list
    const pages = list.pages.map((page) =>
      page.some(({ id }) => ids.has(id)) ? page.filter(({ id }) => !ids.has(id)) : page,
    )
    const removed = pages.map((page, index) => (list.pages[index]?.length ?? 0) - page.length)
    if (removed.every((count) => count === 0)) return list
    return {
      ...list,
      pages,
      pageParams: list.pageParams.map((start, index) =>
        removed[index] ? { ...start, removed: (start.removed ?? 0) + removed[index] } : start,
      ),
    }
  })
}
