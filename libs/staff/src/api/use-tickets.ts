import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@helpdesk/ui/query'
import { useMemo, useState } from 'react'
import { LIST_PAGE } from '@helpdesk/tickets/model/limits'
import { LongList } from '../model/long-list'
import type { ListPages, PageStart } from '../model/page-window'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import {
  listActiveTickets,
  listTickets,
  type TicketCursor,
  type TicketListFilter,
} from '@helpdesk/tickets/api/list-tickets'
import type { PagedList } from './use-page-window'

type Pages = ListPages<TicketCursor>

/** Pages that are read again by themselves. A list that has grown longer stays as its reader left it. */
const REFRESHED_PAGES = 2
/** Reading a ticket may take its time; on the way back the list is still there. */
const KEPT_MS = 30 * 60_000

const isShort = ({ state }: { state: { data: Pages | undefined } }): boolean =>
  (state.data?.pages.length ?? 0) <= REFRESHED_PAGES

/** No more of the row than the next page needs: it is kept for as long as the list. */
const cursorAt = ({ id, created_at, priority }: TicketSummary): TicketCursor => ({ id, created_at, priority })

const FIRST: PageStart<TicketCursor> = {}

/** A long list that is out of date is not read again page by page: it starts over, short. */
function startOver(queries: QueryClient, queryKey: QueryKey): void {
  const state = queries.getQueryState<Pages>(queryKey)
  if (!state?.isInvalidated || !state.data || isShort({ state })) return
  const { pages, pageParams } = state.data
  queries.setQueryData<Pages>(queryKey, {
    pages: pages.slice(0, REFRESHED_PAGES),
    pageParams: pageParams.slice(0, REFRESHED_PAGES),
  })
  void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

/**
 * A list of tickets that grows page by page, however far: rows far from the screen are let go of and read again. Rows
 * of the filter before stay on screen while the next ones load.
 * @param filter undefined holds the request back until it is known whose tickets are meant
 * @returns `paged` is for `usePageWindow`, without which nothing is let go of
 */
export function useTickets(filter: TicketListFilter | undefined) {
  const queries = useQueryClient()
  const queryKey = ticketKeys.list(filter ?? {})
  // Once, when the list comes on screen and before it is read: while it is looked at nothing is taken away.
  useState(() => startOver(queries, queryKey))
  const read = ({ after }: PageStart<TicketCursor>) => listTickets(filter ?? {}, after)
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    enabled: filter !== undefined,
    initialPageParam: FIRST,
    getNextPageParam: (last): PageStart<TicketCursor> | undefined => {
      const end = last.length < LIST_PAGE ? undefined : last.at(-1)
      return end && { after: cursorAt(end) }
    },
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    select: asRead,
  })
  const { data } = query
  const rows = useMemo(() => data && new LongList(data), [data])
  const paged: PagedList<TicketCursor> = {
    queryKey,
    pages: query.isPlaceholderData ? undefined : data,
    read,
    busy: query.isFetching,
  }
  return { query, rows, paged }
}

/** Most urgent tickets that this person has in hand. Lives among the lists, so that a claim changes it too. */
export function useActiveTickets(assignee: string | undefined, limit: number) {
  return useInfiniteQuery({
    queryKey: ticketKeys.activeList(assignee ?? '', limit),
    queryFn: () => listActiveTickets(assignee ?? '', limit),
    enabled: assignee !== undefined,
    initialPageParam: FIRST,
    getNextPageParam: (): undefined => undefined,
    select: longList,
  })
}

const asRead = (data: Pages): Pages => data
const longList = (data: Pages) => new LongList(data)
