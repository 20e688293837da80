// Why not TanStack Query's `maxPages`: it forgets a page at one end without its size. A list of 10,000 tickets has 200
// pages of 50 rows and keeps about 54 of them (PAGES_AROUND twice, PAGES_ON_TOP, EVICTION_SLACK): the rest needs its
// height for the scroll bar, its selected rows, and the number of rows removed since, which `apply-changes` counts.

import type { TicketSummary } from '@helpdesk/tickets/model/rows'

/** Where a page of a list starts. */
export interface PageStart<Cursor> {
  /** The row before it; none for the first page. */
  after?: Cursor | undefined
  /** The number of evicted rows; absent while the page is loaded. */
  evicted?: number
  /** The number of rows that have left the list since the page was read. */
  removed?: number
}

/** The pages of a list in order. An evicted page is empty; its start says how many rows it had. */
export interface ListPages<Cursor> {
  pages: TicketSummary[][]
  pageParams: PageStart<Cursor>[]
}

/** The rows in the viewport: from `start`, up to but not including `end`. */
export interface VisibleRange {
  start: number
  end: number
}

/** Pages kept above and below the viewport: 1,000 rows, some 40 screens, each way. */
export const PAGES_AROUND = 20
/** First pages, always kept: the way back to the top is the most frequent one. */
export const PAGES_ON_TOP = 4
/** Slack: pages kept before eviction, so that scrolling does not evict at every step. */
export const EVICTION_SLACK = 10
/** Pages read ahead of the viewport, each way. */
const PAGES_AHEAD = 2

const NO_ROWS: TicketSummary[] = []

/** Number of rows of a page, loaded or evicted. */
export const pageSize = ({ pages, pageParams }: ListPages<unknown>, index: number): number =>
  pages[index]?.length || (pageParams[index]?.evicted ?? 0)

const isEvicted = ({ pageParams }: ListPages<unknown>, index: number): boolean =>
  (pageParams[index]?.evicted ?? 0) > 0

/** Indexes of the first and last visible page. */
function visiblePages(list: ListPages<unknown>, { start, end }: VisibleRange): [number, number] {
  let first = -1
  let row = 0
  for (let index = 0; index < list.pages.length; index++) {
    row += pageSize(list, index)
    if (first < 0 && row > start) first = index
    if (row >= end) return [first < 0 ? index : first, index]
  }
  const last = Math.max(list.pages.length - 1, 0)
  return [first < 0 ? last : first, last]
}

/**
 * Evicts pages far from the viewport. The top, the end and the pages around rows in use stay.
 * @param isInUse selects rows that must stay: selected ones and the one with the cursor
 * @returns the same object when there is nothing to evict
 */
export function evictPages<List extends ListPages<unknown>>(
  list: List,
  visible: VisibleRange,
  isInUse: (row: TicketSummary) => boolean,
): List {
  const [first, last] = visiblePages(list, visible)
  const inUse = list.pages.map((page) => page.some(isInUse))
  const kept = list.pages.map(
    (_page, index) =>
      index < PAGES_ON_TOP ||
      index >= list.pages.length - 2 ||
      (index >= first - PAGES_AROUND && index <= last + PAGES_AROUND) ||
      // Its neighbours as well, where the cursor may move next.
      [index - 1, index, index + 1].some((near) => inUse[near]),
  )
  const evictable = list.pages.filter((page, index) => page.length > 0 && !kept[index]).length
  if (evictable <= EVICTION_SLACK) return list
  return {
    ...list,
    pages: list.pages.map((page, index) => (kept[index] ? page : NO_ROWS)),
    pageParams: list.pageParams.map((start, index) =>
      kept[index] || !list.pages[index]?.length ? start : { ...start, evicted: list.pages[index].length },
    ),
  }
}

/** Evicted pages near the viewport, visible ones first. */
export function pagesToRead(list: ListPages<unknown>, visible: VisibleRange): number[] {
  const [first, last] = visiblePages(list, visible)
  const near = []
  for (let index = first; index <= last; index++) near.push(index)
  for (let step = 1; step <= PAGES_AHEAD; step++) near.push(last + step, first - step)
  return near.filter((index) => isEvicted(list, index))
}

/**
 * Restores the rows of an evicted page, except those that are loaded on another page by now.
 */
export function restorePage<List extends ListPages<unknown>>(
  list: List,
  index: number,
  rows: readonly TicketSummary[],
): List {
  if (!isEvicted(list, index)) return list
  const loaded = new Set(list.pages.flatMap((page) => page.map(({ id }) => id)))
  const back = rows.filter(({ id }) => !loaded.has(id))
  return {
    ...list,
    pages: list.pages.map((page, at) => (at === index ? back : page)),
    pageParams: list.pageParams.map((start, at) => (at === index ? { after: start.after } : start)),
  }
}
