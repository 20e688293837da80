import { keepPreviousData, type InfiniteData } from '@helpdesk/ui/query'

/** Rows of a page of every list of administration. */
export const PAGE = 50

/**
 * How a keyset list pages: after the last row of the page before, until a page is not full. Rows of the filter before
 * stay on screen while the next ones load.
 */
export const pagesOf = <Row>() => ({
  initialPageParam: undefined as Row | undefined,
  getNextPageParam: (last: Row[]) => (last.length < PAGE ? undefined : last.at(-1)),
  placeholderData: keepPreviousData,
  select: (data: InfiniteData<Row[], Row | undefined>) => data.pages.flat(),
})
