import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LIST_PAGE } from '../model/limits'
import type { TicketSummary } from '../model/rows'
import { ticketKeys } from './keys'
import { listActiveTickets, listTickets, type TicketCursor, type TicketListFilter } from './list-tickets'

type Pages = InfiniteData<TicketSummary[], TicketCursor | undefined>

/** Pages that are read again by themselves. A list that has grown longer stays as its reader left it. */
const REFRESHED_PAGES = 2

const isShort = ({ state }: { state: { data: Pages | undefined } }): boolean =>
  (state.data?.pages.length ?? 0) <= REFRESHED_PAGES

/**
 * A list of tickets that grows page by page. Rows of the filter before stay on screen while the next ones load.
 * @param filter undefined holds the request back until it is known whose tickets are meant
 */
export function useTickets(filter: TicketListFilter | undefined) {
  const queries = useQueryClient()
  const queryKey = ticketKeys.list(filter ?? {})
  // A long list that is out of date is not read again page by page: it starts over, short.
  useMemo(() => {
    const state = queries.getQueryState<Pages>(queryKey)
    if (!state?.isInvalidated || !state.data || isShort({ state: { data: state.data } })) return
    const { pages, pageParams } = state.data
    queries.setQueryData<Pages>(queryKey, {
      pages: pages.slice(0, REFRESHED_PAGES),
      pageParams: pageParams.slice(0, REFRESHED_PAGES),
    })
    void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    // Once, when the list comes on screen: while it is looked at nothing is taken away.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [queries])
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => listTickets(filter ?? {}, pageParam),
    enabled: filter !== undefined,
    initialPageParam: undefined as TicketCursor | undefined,
    getNextPageParam: (last) => (last.length < LIST_PAGE ? undefined : last.at(-1)),
    placeholderData: keepPreviousData,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    select: flat,
  })
}

const flat = (data: Pages): TicketSummary[] => data.pages.flat()

/** Most urgent tickets that this person has in hand. Lives among the lists, so that a claim changes it too. */
export function useActiveTickets(assignee: string | undefined, limit: number) {
  return useInfiniteQuery({
    queryKey: ticketKeys.activeList(assignee ?? '', limit),
    queryFn: () => listActiveTickets(assignee ?? '', limit),
    enabled: assignee !== undefined,
    initialPageParam: undefined as TicketCursor | undefined,
    getNextPageParam: () => undefined,
    select: flat,
  })
}
