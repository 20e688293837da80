import { useQueryClient } from '@helpdesk/ui/query'
import { prefetchTicket } from '@helpdesk/tickets/prefetch/prefetch-ticket'
import { useEffect } from 'react'

/** Reads tickets ahead that are probably opened next. @param ids undefined ones are skipped */
export function usePrefetchTickets(ids: readonly (string | undefined)[]): void {
  const queries = useQueryClient()
  const joined = ids.filter(Boolean).join()
  useEffect(() => {
    for (const id of joined.split(',').filter(Boolean)) void prefetchTicket(queries, id)
  }, [queries, joined])
}
