import { quietly } from '@helpdesk/ui'
import { useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import { useEffect, type PointerEvent } from 'react'
import type { getTicket as GetTicket } from '../api/get-ticket'
import { ticketKeys } from '../api/keys'

/** A prefetched ticket is shown at once for this long; its page reads an older one again meanwhile. */
export const PREFETCHED_MS = 60_000
const FRESH_MS = 15_000
/** Time for the list itself, in milliseconds. */
const LIST_FIRST = 1_500

// eslint-disable-next-line no-restricted-syntax -- the same code in each remote
let getTicket: typeof GetTicket | undefined

// A list does not load it for its own first screen.
const loadRead = async () => (getTicket ??= (await import('../api/get-ticket')).getTicket)

export const readTicket = async (id: string) => (await loadRead())(id)

/** Reads a ticket ahead that is probably opened next. Never rejects. */
export function prefetchTicket(queries: QueryClient, id: string): Promise<void> {
  return queries.prefetchQuery({
    queryKey: ticketKeys.detail(id),
    queryFn: () => readTicket(id),
    gcTime: PREFETCHED_MS,
    staleTime: FRESH_MS,
  })
}

/**
 * Handles a press on a list: reads the ticket of the pressed row while the button is still down. Not for fingers, which
 * press to scroll, and not for controls of the row.
 */
export function usePrefetchPressed() {
  const queries = useQueryClient()
  // Otherwise the first press waits for the code.
  useEffect(() => {
    setTimeout(quietly(loadRead), LIST_FIRST)
  }, [])
  return ({ target, pointerType, button }: PointerEvent) => {
    if (pointerType === 'touch' || button !== 0 || !(target instanceof Element)) return
    if (target.closest('button, input, select, label')) return
    const link = target.closest('tr')?.querySelector('a[href^="/tickets/"]')
    const id = link?.getAttribute('href')?.split('/').at(-1)
    if (id) void prefetchTicket(queries, id)
  }
}
