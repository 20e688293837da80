import { useQueryClient } from '@helpdesk/ui/query'
import { getTicket } from '@helpdesk/tickets/api/get-ticket'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useEffect } from 'react'

/** A prefetched ticket is shown at once for this long; its page reads it again meanwhile. */
export const PREFETCHED_MS = 60_000
const FRESH_MS = 15_000

/** Reads tickets ahead that are probably opened next. @param ids undefined ones are skipped */
export function usePrefetchTickets(ids: readonly (string | undefined)[]): void {
  const queries = useQueryClient()
  const wanted = ids.filter(Boolean).join()
  useEffect(() => {
    for (const id of wanted.split(',').filter(Boolean))
      void queries.prefetchQuery({
        queryKey: ticketKeys.detail(id),
        queryFn: () => getTicket(id),
        gcTime: PREFETCHED_MS,
        staleTime: FRESH_MS,
      })
  }, [queries, wanted])
}
