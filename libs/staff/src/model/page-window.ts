import { LIST_PAGE } from '@helpdesk/tickets/model/limits'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { SELECTION_MAX } from './selection'

/** Where a page of a list begins. */
export interface PageStart<Cursor> {
  /** The row before it; none for the first page. */
  after?: Cursor | undefined
  /** How many rows the page had when it was let go of; absent while it has them. */
  gone?: number
}

/** The pages of a list in their order. One that was let go of is empty, and its start says how many rows it had. */
export interface ListPages<Cursor> {
  pages: TicketSummary[][]
  pageParams: PageStart<Cursor>[]
}

/** Rows on the screen: the place of the first, and of the one after the last. */
export interface Sight {
  start: number
  end: number
}

/** Pages kept above and below the screen: 1,000 rows, some 40 screens, each way. */
export const PAGES_AROUND = 20
/** Always kept: what "Select all" chooses. */
export const PAGES_ON_TOP = SELECTION_MAX / LIST_PAGE
/** Pages above what is to be kept that are put up with, so that scrolling does not let go at every step. */
export const PAGES_SPARE = 10
/** Pages read ahead of the screen, each way. */
const PAGES_AHEAD = 2

const NO_ROWS: TicketSummary[] = []

/** Rows of the page at `index`, whether it has them or has let go of them. */
export const pageSize = ({ pages, pageParams }: ListPages<unknown>, index: number): number =>
  pages[index]?.length || (pageParams[index]?.gone ?? 0)

const isGone = ({ pageParams }: ListPages<unknown>, index: number): boolean =>
  (pageParams[index]?.gone ?? 0) > 0

/** The pages that the sight touches: first and last. */
function pagesInSight(list: ListPages<unknown>, { start, end }: Sight): [number, number] {
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
 * Lets go of pages far from the sight. The top stays, and the end, where the list goes on, and the pages around rows that
 * are held.
 * @param holds says which rows are in use wherever they are: chosen, or under the keyboard's cursor
 * @returns the same object when there is nothing to let go of
 */
export function letGo<List extends ListPages<unknown>>(
  list: List,
  sight: Sight,
  holds: (row: TicketSummary) => boolean,
): List {
  const [first, last] = pagesInSight(list, sight)
  const inUse = list.pages.map((page) => page.some(holds))
  const kept = list.pages.map(
    (_page, index) =>
      index < PAGES_ON_TOP ||
      index >= list.pages.length - 2 ||
      (index >= first - PAGES_AROUND && index <= last + PAGES_AROUND) ||
      // Its neighbours as well: the cursor moves on to them.
      [index - 1, index, index + 1].some((near) => inUse[near]),
  )
  const tooMany = list.pages.filter((page, index) => page.length > 0 && !kept[index]).length
  if (tooMany <= PAGES_SPARE) return list
  return {
    ...list,
    pages: list.pages.map((page, index) => (kept[index] ? page : NO_ROWS)),
    pageParams: list.pageParams.map((start, index) =>
      kept[index] || !list.pages[index]?.length ? start : { ...start, gone: list.pages[index].length },
    ),
  }
}

/** Pages that are to be read again because the sight is near them, those in sight first. */
export function pagesToRead(list: ListPages<unknown>, sight: Sight): number[] {
  const [first, last] = pagesInSight(list, sight)
  const near = []
  for (let index = first; index <= last; index++) near.push(index)
  for (let step = 1; step <= PAGES_AHEAD; step++) near.push(last + step, first - step)
  return near.filter((index) => isGone(list, index))
}

/**
 * Puts the rows of a page back. Rows that came to stand elsewhere in the meantime are shown once: where they already are.
 */
export function putBack<List extends ListPages<unknown>>(
  list: List,
  index: number,
  rows: readonly TicketSummary[],
): List {
  if (!isGone(list, index)) return list
  const held = new Set(list.pages.flatMap((page) => page.map(({ id }) => id)))
  const back = rows.filter(({ id }) => !held.has(id))
  return {
    ...list,
    pages: list.pages.map((page, at) => (at === index ? back : page)),
    pageParams: list.pageParams.map((start, at) => (at === index ? { after: start.after } : start)),
  }
}
