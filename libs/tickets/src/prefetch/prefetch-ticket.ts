import { useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import type { PointerEvent } from 'react'
import { ticketKeys } from '../api/keys'

/** A prefetched ticket is shown at once for this long; its page reads an older one again meanwhile. */
export const PREFETCHED_MS = 60_000
const FRESH_MS = 15_000

// A list does not load it for its own first screen: the shell prepares it with the ticket's.
export const readTicket = async (id: string) => (await import('../api/get-ticket')).getTicket(id)

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
  return ({ target, pointerType, button }: PointerEvent) => {
    if (pointerType === 'touch' || button !== 0 || !(target instanceof Element)) return
    if (target.closest('button, input, select, label')) return
    const link = target.closest('tr')?.querySelector('a[href^="/tickets/"]')
    const id = link?.getAttribute('href')?.split('/').at(-1)
    if (id) void prefetchTicket(queries, id)
  }
}
