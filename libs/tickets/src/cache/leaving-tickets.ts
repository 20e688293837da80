import { useQuery, useQueryClient } from '@helpdesk/ui/query'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { matchesFilter, type TicketListFilter } from '../model/ticket-list'
import type { TicketSummary } from '../model/rows'
import { ticketKeys } from '../api/keys'

/** Milliseconds for which a row is shown leaving. */
const LEAVING_MS = 4_000
/** Milliseconds until the next attempt while the pointer or the keyboard is in the list. */
const RETRY_MS = 500

const NONE: string[] = []

/** Rows must not move under the pointer or the keyboard. */
export const isHeld = (list: HTMLElement | null): boolean =>
  list !== null && (list.matches(':hover') || list.contains(document.activeElement))

interface LeavingOptions {
  filter: TicketListFilter | undefined
  rows: readonly TicketSummary[] | undefined
  /** The element that contains the rows. */
  list: RefObject<HTMLElement | null>
  /** Selects rows that stay, such as selected ones. */
  isInUse?: (row: { id: string }) => boolean
}

/**
 * Rows that others changed so that a list no longer matches them. They are shown leaving, and taken out once neither
 * pointer nor focus is in the list.
 * @returns the ids of the leaving rows
 */
export function useLeavingTickets({
  filter,
  rows,
  list,
  isInUse = () => false,
}: LeavingOptions): readonly string[] {
  const queries = useQueryClient()
  const leavingKey = ticketKeys.leaving(filter ?? {})
  const { data: marked = NONE, dataUpdatedAt } = useQuery({
    queryKey: leavingKey,
    // Written by `applyChanges` alone.
    queryFn: () => NONE,
    enabled: false,
  })
  // The list may have been read again.
  const leaving =
    marked.length > 0 && rows
      ? marked.filter((id) => rows.some((row) => row.id === id && !matchesFilter(row, filter ?? {})))
      : NONE
  const takeOut = useEffectEvent((): boolean => {
    if (isHeld(list.current)) return false
    const kept = leaving.filter((id) => isInUse({ id }))
    const gone = new Set(leaving.filter((id) => !kept.includes(id)))
    if (gone.size > 0) {
      // Loaded with the changes already.
      void import('./remove-rows').then(({ removeRows }) =>
        removeRows(queries, ticketKeys.list(filter ?? {}), gone),
      )
      queries.setQueryData(leavingKey, kept)
    }
    return kept.length === 0
  })
  const isEmpty = leaving.length === 0
  useEffect(() => {
    if (isEmpty) return
    let timer = setTimeout(function attempt() {
      if (!takeOut()) timer = setTimeout(attempt, RETRY_MS)
    }, LEAVING_MS)
    return () => clearTimeout(timer)
  }, [isEmpty, dataUpdatedAt])
  return leaving
}
