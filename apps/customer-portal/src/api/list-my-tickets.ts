import { useAuth } from '@helpdesk/auth'
import { followsChanges, prepareQueryClient } from '@helpdesk/supabase'
import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@helpdesk/ui/query'
import { useEffect } from 'react'
import { LIST_PAGE, LIST_ROWS_MAX } from '@helpdesk/tickets/model/limits'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import {
  forgetArrivals,
  useArrivedTickets,
  useOutdated,
  useTicketChanges,
} from '@helpdesk/tickets/live/follow-ticket-changes'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { lastPageSize } from '@helpdesk/tickets/model/page-end'
import { listTickets } from '@helpdesk/tickets/api/list-tickets'
import type { TicketCursor, TicketListFilter } from '@helpdesk/tickets/model/ticket-list'
import { endsAtLimit, FOUND_MAX } from '@helpdesk/tickets/model/found-tickets'

/** The cursor and the requested number of rows of one page. */
interface PageRequest {
  after?: TicketCursor | undefined
  rows: number
  /** The number of rows that have left the list since the page was read. */
  removed?: number
}

/** All rows; pages by relevance overlap when tickets change between two reads. */
const flat = (data: InfiniteData<TicketSummary[], PageRequest>): TicketSummary[] => [
  ...new Map(data.pages.flat().map((row) => [row.id, row])).values(),
]

interface MyTicketsOptions {
  /** Number of rows to show, fetched in as few requests as the server allows. */
  rows?: number
  /** True after Back or Forward: the cached list is shown unless it is stale. */
  returning?: boolean
}

/** While the changes of others arrive, they bring the same without moving rows. */
const mayRefetch = ({ state }: { state: { status: string } }): boolean =>
  state.status === 'error' || !followsChanges()

/** Filter and order of My Tickets. */
export type MyFilter = Pick<TicketListFilter, 'status' | 'priority' | 'search' | 'sort' | 'asTyped'>

const listOf = (filter: MyFilter, userId: string | undefined): TicketListFilter => ({
  ...filter,
  ...(userId && { customerId: userId }),
})

const queryOf = (filter: MyFilter, userId: string | undefined, rows: number) => {
  const mine = listOf(filter, userId)
  return {
    queryKey: ticketKeys.list(mine),
    queryFn: ({ pageParam: { after, rows: wanted } }: { pageParam: PageRequest }) =>
      listTickets(mine, after, wanted),
    initialPageParam: { rows: Math.min(rows, LIST_ROWS_MAX) } as PageRequest,
    getNextPageParam: (
      last: TicketSummary[],
      pages: TicketSummary[][],
      start: PageRequest,
    ): PageRequest | undefined => {
      const end = lastPageSize(last, start) < start.rows ? undefined : pages.flat().at(-1)
      const count = pages.flat().length
      return end && !endsAtLimit(mine, count) ? { after: { ...end, count }, rows: LIST_PAGE } : undefined
    },
    // Long enough to read a ticket and return to the same list.
    gcTime: 30 * 60_000,
  }
}

/** Reads the first page of {@link useMyTickets} before its screen renders. Never rejects: the screen shows failures. */
export function prefetchMyTickets(filter: MyFilter, rows: number, userId: string): Promise<void> {
  return prepareQueryClient(userId).prefetchInfiniteQuery(queryOf(filter, userId, rows))
}

/** The signed-in customer's tickets: the newest or, with text, the best matches first. */
export function useMyTickets(
  filter: MyFilter = {},
  { rows = LIST_PAGE, returning = false }: MyTicketsOptions = {},
) {
  const { user } = useAuth()
  const query = useInfiniteQuery({
    ...queryOf(filter, user?.id, rows),
    enabled: Boolean(user),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: mayRefetch,
    refetchOnReconnect: mayRefetch,
    refetchOnMount: returning ? ({ state }) => state.isInvalidated : true,
    select: flat,
  })

  useTicketChanges()
  const queries = useQueryClient()
  const mine = listOf(filter, user?.id)
  const arrived = useArrivedTickets(mine, query.data)
  const isOutdated = useOutdated(mine)
  function showArrived() {
    forgetArrivals(queries, mine)
    void query.refetch()
  }

  const { data, isPlaceholderData, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = query
  const short =
    !isPlaceholderData && data !== undefined && data.length < rows && hasNextPage && !isFetchNextPageError
  const count = data?.length
  useEffect(() => {
    if (short && !isFetching) void fetchNextPage()
    // A quick answer ends before a render has seen the fetch: the new length runs the effect as well.
  }, [short, isFetching, count, fetchNextPage])

  /** Undefined until the first page arrives. */
  const tickets = data?.slice(0, rows)
  const hasMore = data !== undefined && (data.length > rows || hasNextPage)
  return {
    ...query,
    tickets,
    /** What the list is filtered by. */
    filter: mine,
    /** Ids of tickets that the list should show and does not yet; `showArrived` reads it again. */
    arrived,
    /** More changed than is known row by row: `showArrived` is due. */
    isOutdated,
    showArrived,
    /** The list ends before all matches. */
    endsEarly: !isPlaceholderData && !hasNextPage && endsAtLimit(filter, tickets?.length ?? 0),
    /** Scrolling shows more results of a search, up to as many as anyone reads; the rest has a button. */
    loadsByScrolling:
      Boolean(filter.search) &&
      hasMore &&
      rows < FOUND_MAX &&
      !short &&
      !isPlaceholderData &&
      !isFetchNextPageError,
    /** The list limited to `rows`, for `ListEnd`. */
    list: {
      ...query,
      data: tickets,
      hasNextPage: hasMore,
      isFetchingNextPage: short,
    },
  }
}
