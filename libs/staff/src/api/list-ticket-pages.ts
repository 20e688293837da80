import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@helpdesk/ui/query'
import { followsChanges, prepareQueryClient } from '@helpdesk/supabase'
import { useMemo, useState } from 'react'
import { LIST_PAGE } from '@helpdesk/tickets/model/limits'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { forgetArrivals, useArrivedTickets, useOutdated } from '@helpdesk/tickets/live/follow-ticket-changes'
import { lastPageSize } from '@helpdesk/tickets/model/page-end'
import { listTickets } from '@helpdesk/tickets/api/list-tickets'
import type { TicketCursor, TicketListFilter } from '@helpdesk/tickets/model/ticket-list'
import { endsAtLimit, isByRelevance } from '@helpdesk/tickets/model/found-tickets'
import { rememberPeople } from './list-people'

/** Where a page of a list starts. */
interface PageStart {
  /** The row before it; none for the first page. */
  after?: TicketCursor
  /** The number of rows that have left the list since the page was read. */
  removed?: number
}

type Pages = InfiniteData<TicketSummary[], PageStart>

/** Longest list that is refetched automatically, in pages; a longer one stays as its reader left it. */
const REFRESHED_PAGES = 2
/** Long enough to read a ticket and return to the list. */
const GC_MS = 30 * 60_000

const isShort = ({ state }: { state: { data: Pages | undefined } }): boolean =>
  (state.data?.pages.length ?? 0) <= REFRESHED_PAGES

/** While the changes of others arrive, they bring the same without moving rows. */
const mayRefetch = (query: { state: { data: Pages | undefined; status: string } }): boolean =>
  isShort(query) && (query.state.status === 'error' || !followsChanges())

/** Only the fields that the next page needs: cursors live as long as the list. */
const cursorAt = (row: TicketSummary, count: number): TicketCursor => ({
  id: row.id,
  number: row.number,
  created_at: row.created_at,
  updated_at: row.updated_at,
  waiting_since: row.waiting_since,
  priority: row.priority,
  status: row.status,
  subject: row.subject,
  requester_name: row.requester_name,
  assignee_name: row.assignee_name,
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

const FIRST: PageStart = {}

/** Cuts an invalidated long list to its first pages, instead of refetching page by page. */
function startOver(queries: QueryClient, queryKey: QueryKey, filter: TicketListFilter): void {
  const state = queries.getQueryState<Pages>(queryKey)
  if (!state?.isInvalidated) return
  forgetArrivals(queries, filter)
  cutToFirstPages(queries, queryKey)
  void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

function cutToFirstPages(queries: QueryClient, queryKey: QueryKey): void {
  const state = queries.getQueryState<Pages>(queryKey)
  if (!state?.data || isShort({ state })) return
  const { pages, pageParams } = state.data
  queries.setQueryData<Pages>(queryKey, {
    pages: pages.slice(0, REFRESHED_PAGES),
    pageParams: pageParams.slice(0, REFRESHED_PAGES),
  })
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
 * @returns `arrived` are the ids of tickets that it should show and does not yet; `isOutdated` is true when it has to be
 * read again; `endsEarly` is true when the list ends before all matches
 */
export function useTicketPages(filter: TicketListFilter | undefined) {
  const queries = useQueryClient()
  const list = filter ?? {}
  const queryKey = ticketKeys.list(list)
  // Once per mount and before the first read, so that no rows disappear on screen.
  useState(() => startOver(queries, queryKey, list))
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => readPage(queries, list, pageParam.after),
    enabled: filter !== undefined,
    initialPageParam: FIRST,
    getNextPageParam: (last, pages, start): PageStart | undefined => {
      const end = lastPageSize(last, start) < LIST_PAGE ? undefined : pages.flat().at(-1)
      const count = countRows(pages)
      return end && !endsAtLimit(list, count) ? { after: cursorAt(end, count) } : undefined
    },
    placeholderData: keepPreviousData,
    gcTime: GC_MS,
    refetchOnMount: isShort,
    refetchOnWindowFocus: mayRefetch,
    refetchOnReconnect: mayRefetch,
    select: asRead,
  })
  const { data } = query
  const byRelevance = filter !== undefined && isByRelevance(filter)
  const rows = useMemo(
    () => data && (byRelevance ? withoutRepeats(data.pages.flat()) : data.pages.flat()),
    [data, byRelevance],
  )
  const endsEarly =
    filter !== undefined && !query.isPlaceholderData && endsAtLimit(filter, data ? countRows(data.pages) : 0)
  const arrived = useArrivedTickets(filter, rows)
  const isOutdated = useOutdated(list)
  /** Reads the list again from its first page, with the tickets that arrived. */
  function showArrived() {
    forgetArrivals(queries, list)
    cutToFirstPages(queries, queryKey)
    void query.refetch()
  }
  return { query, rows, endsEarly, arrived, isOutdated, showArrived }
}

const countRows = (pages: Pages['pages']): number => pages.reduce((sum, page) => sum + page.length, 0)

const asRead = (data: Pages): Pages => data

/** Pages by relevance overlap when tickets change between two reads: each ticket stays at its first place. */
function withoutRepeats(rows: readonly TicketSummary[]): TicketSummary[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}
