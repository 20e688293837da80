import { useQueryClient, type QueryKey } from '@helpdesk/ui/query'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { LIST_PAGE } from '@helpdesk/tickets/model/limits'
import {
  evictPages,
  pagesToRead,
  restorePage,
  type ListPages,
  type PageStart,
  type VisibleRange,
} from '../model/page-window'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { reshapeList } from '@helpdesk/tickets/cache/list-cache'

/** Delay before a failed page is read again. */
const RETRY_MS = 3_000
/** No eviction for this long after mount: on return from a ticket the scroll position is restored first. */
const SETTLED_MS = 2_000

/** A list in the query cache that grows page by page. */
export interface PagedList<Cursor> {
  queryKey: QueryKey
  /** undefined while none of this list are loaded. */
  pages: ListPages<Cursor> | undefined
  read: (start: PageStart<Cursor>) => Promise<TicketSummary[]>
  /** The query is fetching: a change to its data would be lost. */
  busy: boolean
}

/**
 * Bounds the memory of a long list: evicts pages far from the viewport, and reads them again, each in one request, when
 * the viewport comes near.
 * @param isInUse selects rows that must stay loaded wherever they are
 */
export function usePageWindow<Cursor>(list: PagedList<Cursor>, isInUse: (row: TicketSummary) => boolean) {
  const { pages, busy } = list
  const queries = useQueryClient()
  const [visible, setVisible] = useState<VisibleRange | null>(null)
  const [settled, settle] = useReducer(() => true, false)
  const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0)
  const latest = useRef({ ...list, isInUse })
  const underWay = useRef(new Set<PageStart<Cursor>>())
  useEffect(() => {
    latest.current = { ...list, isInUse }
  })

  useEffect(() => {
    const timer = setTimeout(settle, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (busy || !pages || !visible) return
    const { queryKey, read, isInUse } = latest.current
    const change = (next: (now: ListPages<Cursor>) => ListPages<Cursor>) =>
      reshapeList(queries, queryKey, next)
    const readAgain = async (index: number, start: PageStart<Cursor>) => {
      underWay.current.add(start)
      try {
        const rows = await read(start)
        if (!latest.current.busy) change((now) => restorePage(now, index, rows))
      } catch {
        setTimeout(tryAgain, RETRY_MS)
      } finally {
        underWay.current.delete(start)
      }
    }
    if (settled) change((now) => evictPages(now, visible, isInUse))
    for (const index of pagesToRead(pages, visible)) {
      const start = pages.pageParams[index]
      if (start && !underWay.current.has(start)) void readAgain(index, start)
    }
  }, [queries, pages, busy, visible, settled, attempt])

  /** Called with the visible rows whenever they change. */
  const onVisible = useCallback((from: number, to: number) => {
    // Rounded to pages, which are evicted and read as a whole.
    const start = Math.floor(from / LIST_PAGE) * LIST_PAGE
    const end = Math.ceil(to / LIST_PAGE) * LIST_PAGE
    setVisible((now) => (now?.start === start && now.end === end ? now : { start, end }))
  }, [])
  /** Rows near the viewport are still evicted. */
  const missing = pages !== undefined && visible !== null && pagesToRead(pages, visible).length > 0
  return { onVisible, missing }
}
