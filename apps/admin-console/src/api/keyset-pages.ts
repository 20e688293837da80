import { keepPreviousData, type InfiniteData } from '@helpdesk/ui/query'

/** Rows per page of every admin list. */
export const PAGE_SIZE = 50

/**
 * Infinite-query options of a keyset list: the cursor is the last row of the previous page, and a short page is the
 * last one. The previous filter's rows stay on screen while the new ones load.
 */
export const keysetPages = <Row>() => ({
  initialPageParam: undefined as Row | undefined,
  getNextPageParam: (last: Row[]) => (last.length < PAGE_SIZE ? undefined : last.at(-1)),
  placeholderData: keepPreviousData,
  select: (data: InfiniteData<Row[], Row | undefined>) => data.pages.flat(),
})
