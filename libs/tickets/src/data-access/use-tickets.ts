import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { LIST_PAGE } from '../model/limits'
import { ticketKeys } from './keys'
import { listTickets, type TicketCursor, type TicketListFilter } from './list-tickets'

/**
 * A list of tickets that grows page by page. Rows of the filter before stay on screen while the next ones load.
 * @param filter undefined holds the request back until it is known whose tickets are meant
 */
export function useTickets(filter: TicketListFilter | undefined) {
  return useInfiniteQuery({
    queryKey: ticketKeys.list(filter ?? {}),
    queryFn: ({ pageParam }) => listTickets(filter ?? {}, pageParam),
    enabled: filter !== undefined,
    initialPageParam: undefined as TicketCursor | undefined,
    getNextPageParam: (last) => (last.length < LIST_PAGE ? undefined : last.at(-1)),
    placeholderData: keepPreviousData,
    select: (data) => data.pages.flat(),
  })
}
