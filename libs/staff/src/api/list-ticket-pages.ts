import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@helpdesk/ui/query'
import { prepareQueryClient } from '@helpdesk/supabase'
import { useMemo, useState } from 'react'
import { LIST_PAGE } from '@helpdesk/tickets/model/limits'
import { LongList } from '../model/long-list'
import type { ListPages, PageStart } from '../model/page-window'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { listTickets } from '@helpdesk/tickets/api/list-tickets'
import type { TicketCursor, TicketListFilter } from '@helpdesk/tickets/model/ticket-list'
import { endsAtLimit, isByRelevance } from '@helpdesk/tickets/model/found-tickets'
import { rememberPeople } from './list-people'
import type { PagedList } from './use-page-window'

type Pages = ListPages<TicketCursor>

/** Longest list that is refetched automatically, in pages; a longer one stays as its reader left it. */
const REFRESHED_PAGES = 2
/** Long enough to read a ticket and return to the list. */
const GC_MS = 30 * 60_000

const isShort = ({ state }: { state: { data: Pages | undefined } }): boolean =>
  (state.data?.pages.length ?? 0) <= REFRESHED_PAGES

/** Only the fields that the next page needs: cursors live as long as the list. */
const cursorAt = (
  { id, created_at, updated_at, waiting_since, priority, status }: TicketSummary,
  count: number,
): TicketCursor => ({
  id,
  created_at,
  updated_at,
  waiting_since,
  priority,
  status,
  count,
})

async function readPage(
  queries: QueryClient,
  filter: TicketListFilter,
  after?: TicketCursor,
): Promise<TicketSummary[]> {
  const rows = await listTickets(filter, after)
  rememberPeople(queries, rows)
  return rows
}

const FIRST: PageStart<TicketCursor> = {}

/** Cuts an invalidated long list to its first pages, instead of refetching page by page. */
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

/** Reads the first page of {@link useTicketPages} before its screen renders. Never rejects: the screen shows failures. */
export function prefetchTicketPages(filter: TicketListFilter, userId: string): Promise<void> {
  const queries = prepareQueryClient(userId)
  return queries.prefetchInfiniteQuery({
    queryKey: ticketKeys.list(filter),
    queryFn: () => readPage(queries, filter),
    initialPageParam: FIRST,
    gcTime: GC_MS,
  })
}

/**
 * A list of tickets of any length, page by page. While a new filter loads, the rows of the previous one stay.
 * @param filter undefined delays the request until the assignee is known
 * @returns `endsEarly` is true when the list ends before all matches; `paged` goes to `usePageWindow`, which evicts
 * pages far from the screen and reads them again
 */
export function useTicketPages(filter: TicketListFilter | undefined) {
  const queries = useQueryClient()
  const queryKey = ticketKeys.list(filter ?? {})
  // Once per mount and before the first read, so that no rows disappear on screen.
  useState(() => startOver(queries, queryKey))
  const read = ({ after }: PageStart<TicketCursor>) => readPage(queries, filter ?? {}, after)
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    enabled: filter !== undefined,
    initialPageParam: FIRST,
    getNextPageParam: (last, pages): PageStart<TicketCursor> | undefined => {
      const end = last.length < LIST_PAGE ? undefined : last.at(-1)
      // A list by relevance is too short for evictions.
      const count = countRows(pages)
      return end && !endsAtLimit(filter ?? {}, count) ? { after: cursorAt(end, count) } : undefined
    },
    placeholderData: keepPreviousData,
    gcTime: GC_MS,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    select: asRead,
  })
  const { data } = query
  const byRelevance = filter !== undefined && isByRelevance(filter)
  const rows = useMemo(
    () => data && new LongList(byRelevance ? withoutRepeats(data) : data),
    [data, byRelevance],
  )
  const paged: PagedList<TicketCursor> = {
    queryKey,
    pages: query.isPlaceholderData ? undefined : data,
    read,
    busy: query.isFetching,
  }
  const endsEarly =
    filter !== undefined && !query.isPlaceholderData && endsAtLimit(filter, data ? countRows(data.pages) : 0)
  return { query, rows, paged, endsEarly }
}

const countRows = (pages: Pages['pages']): number => pages.reduce((sum, page) => sum + page.length, 0)

const asRead = (data: Pages): Pages => data

/** Pages by relevance overlap when tickets change between two reads: each ticket stays at its first place. */
function withoutRepeats(data: Pages): Pages {
  const seen = new Set<string>()
  const pages = data.pages.map((page) => page.filter(({ id }) => !seen.has(id) && seen.add(id)))
  return { ...data, pages }
}
