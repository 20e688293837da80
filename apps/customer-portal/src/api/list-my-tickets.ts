import { useAuth } from '@helpdesk/auth'
import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@helpdesk/ui/query'
import { useEffect } from 'react'
import { LIST_PAGE, LIST_ROWS_MAX } from '@helpdesk/tickets/model/limits'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { listTickets, type TicketCursor, type TicketListFilter } from '@helpdesk/tickets/api/list-tickets'

/** Where a stretch of the list begins, and how many rows were asked for. */
interface Stretch {
  after?: TicketCursor | undefined
  rows: number
}

const flat = (data: InfiniteData<TicketSummary[], Stretch>): TicketSummary[] => data.pages.flat()

export interface MyTicketsOptions {
  /** How many rows are shown; the list is read on until it has them, in as few requests as the server allows. */
  rows?: number
  /** The person came back to the list: what was read for it stays as it was, unless something has changed since. */
  returning?: boolean
}

/** The signed-in customer's own tickets, newest first. */
export function useMyTickets(
  filter: Pick<TicketListFilter, 'status' | 'priority' | 'search'> = {},
  { rows = LIST_PAGE, returning = false }: MyTicketsOptions = {},
) {
  const { user } = useAuth()
  const mine: TicketListFilter = { ...filter, ...(user && { customerId: user.id }) }
  const query = useInfiniteQuery({
    queryKey: ticketKeys.list(mine),
    queryFn: ({ pageParam: { after, rows: wanted } }) => listTickets(mine, after, wanted),
    enabled: Boolean(user),
    initialPageParam: { rows: Math.min(rows, LIST_ROWS_MAX) } as Stretch,
    getNextPageParam: (last, _pages, { rows: wanted }): Stretch | undefined =>
      last.length < wanted ? undefined : { after: last.at(-1), rows: LIST_PAGE },
    placeholderData: keepPreviousData,
    // A ticket may take its time to read.
    gcTime: 30 * 60_000,
    refetchOnMount: returning ? ({ state }) => state.isInvalidated : true,
    select: flat,
  })

  const { data, isPlaceholderData, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = query
  const short =
    !isPlaceholderData && data !== undefined && data.length < rows && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (short && !isFetching) void fetchNextPage()
  }, [short, isFetching, fetchNextPage])

  return {
    ...query,
    /** The rows to show; undefined until there are any to know of. */
    tickets: data?.slice(0, rows),
    hasMore: data !== undefined && (data.length > rows || hasNextPage),
    isLoadingMore: short,
  }
}
