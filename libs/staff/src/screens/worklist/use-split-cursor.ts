import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { usePrefetchTickets } from '../../api/prefetch-ticket'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { neighbour } from '../../state/last-list'
import { splitTicketsAtom } from '../../state/split-view'
import type { useSelection } from './use-selection'

/** In split view, opens the ticket of the cursor, at first the list's first one, and reads its neighbours ahead. */
export function useSplitCursor(
  isSplit: boolean,
  tickets: readonly TicketSummary[] | undefined,
  { selection, change }: Pick<ReturnType<typeof useSelection>, 'selection' | 'change'>,
): void {
  const setTickets = useSetAtom(splitTicketsAtom)
  const current = isSplit ? selection.cursor : null
  const first = isSplit ? tickets?.[0]?.id : undefined
  const start = useEffectEvent((id: string) => change((now) => ({ ...now, cursor: now.cursor ?? id })))
  useEffect(() => {
    if (first && current === null) start(first)
  }, [first, current])
  const ids = current && tickets ? tickets.map(({ id }) => id) : []
  const next = current ? neighbour(ids, current, 1) : undefined
  const previous = current ? neighbour(ids, current, -1) : undefined
  // With the cursor's row in one frame: after the paint, the ticket would come a frame or two later.
  useLayoutEffect(() => {
    const around = current ? [previous, current, next].filter((id) => id !== undefined) : []
    setTickets({ current, around })
  }, [current, next, previous, setTickets])
  useEffect(() => () => setTickets({ current: null, around: [] }), [setTickets])
  usePrefetchTickets([next, previous])
}
