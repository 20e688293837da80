import { useQueryClient, type QueryKey } from '@helpdesk/ui/query'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { LIST_PAGE } from '@helpdesk/tickets/model/limits'
import { letGo, pagesToRead, putBack, type ListPages, type PageStart, type Sight } from '../model/page-window'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { reshapeList } from '@helpdesk/tickets/api/list-cache'

/** A page that could not be read is asked for again after this many milliseconds. */
const AGAIN_MS = 3_000
/** A list that comes on screen lets go of nothing for so long: on the way back it is scrolled to where it was left. */
const SETTLED_MS = 2_000

/** A list in the query cache that grows page by page. */
export interface PagedList<Cursor> {
  queryKey: QueryKey
  /** undefined while there are none of this list. */
  pages: ListPages<Cursor> | undefined
  read: (start: PageStart<Cursor>) => Promise<TicketSummary[]>
  /** Somebody else is reading the list: what is changed in the meantime would be lost. */
  busy: boolean
}

/**
 * Keeps the memory of a long list within bounds: lets go of pages far from the screen, and reads them again, each in
 * one request, when the screen comes near.
 * @param holds says which rows are in use, and kept wherever they are
 */
export function usePageWindow<Cursor>(list: PagedList<Cursor>, holds: (row: TicketSummary) => boolean) {
  const { pages, busy } = list
  const queries = useQueryClient()
  const [sight, setSight] = useState<Sight | null>(null)
  const [settled, settle] = useReducer(() => true, false)
  const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0)
  const latest = useRef({ ...list, holds })
  const underWay = useRef(new Set<PageStart<Cursor>>())
  useEffect(() => {
    latest.current = { ...list, holds }
  })

  useEffect(() => {
    const timer = setTimeout(settle, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (busy || !pages || !sight) return
    const { queryKey, read, holds } = latest.current
    const change = (next: (now: ListPages<Cursor>) => ListPages<Cursor>) =>
      reshapeList(queries, queryKey, next)
    const readAgain = async (index: number, start: PageStart<Cursor>) => {
      underWay.current.add(start)
      try {
        const rows = await read(start)
        if (!latest.current.busy) change((now) => putBack(now, index, rows))
      } catch {
        setTimeout(tryAgain, AGAIN_MS)
      } finally {
        underWay.current.delete(start)
      }
    }
    if (settled) change((now) => letGo(now, sight, holds))
    for (const index of pagesToRead(pages, sight)) {
      const start = pages.pageParams[index]
      if (start && !underWay.current.has(start)) void readAgain(index, start)
    }
  }, [queries, pages, busy, sight, settled, attempt])

  /** Called with the rows in sight whenever they change. */
  const look = useCallback((from: number, to: number) => {
    // In steps of a page: what is kept and what is read does not depend on single rows.
    const start = Math.floor(from / LIST_PAGE) * LIST_PAGE
    const end = Math.ceil(to / LIST_PAGE) * LIST_PAGE
    setSight((now) => (now?.start === start && now.end === end ? now : { start, end }))
  }, [])
  /** Rows near the screen are still missing. */
  const missing = pages !== undefined && sight !== null && pagesToRead(pages, sight).length > 0
  return { look, missing }
}
