import { Alert } from './Alert'
import { Button } from './Button'
import { errorText } from './error-text'
import { Pagination } from './Pagination'
import { VisuallyHidden } from './VisuallyHidden'
import * as texts from './list-texts'

/** The part of an infinite query that ListEnd reads. */
export interface InfiniteListQuery {
  data: readonly unknown[] | undefined
  error: unknown
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  isRefetchError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

export interface ListEndProps {
  query: InfiniteListQuery
  /** Singular noun for a row, such as `ticket`. */
  one: string
  many: string
  /** Default: fetches the next page. */
  onLoadMore?: () => void
}

/** Footer of an infinite list: row count, Load more button, and errors of loading or refreshing. */
export function ListEnd({ query, one, many, onLoadMore = () => void query.fetchNextPage() }: ListEndProps) {
  const { data, hasNextPage, isFetching, isFetchNextPageError } = query
  const count = data?.length ?? 0
  const summary = `${count}${hasNextPage ? '+' : ''} ${count === 1 && !hasNextPage ? one : many}`
  return (
    <>
      <VisuallyHidden role="status">
        {data ? summary : isFetching ? texts.loadingItems(many) : ''}
      </VisuallyHidden>
      {data && (isFetchNextPageError || query.isRefetchError) && (
        <Alert
          tone="warning"
          title={isFetchNextPageError ? texts.moreFailed(many) : texts.outdated(many)}
          action={
            <Button
              size="sm"
              loading={isFetching}
              onClick={() => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
            >
              {texts.retry}
            </Button>
          }
        >
          {errorText(query.error, texts.unknownError)}
        </Alert>
      )}
      {count > 0 && (
        <Pagination
          summary={<span aria-hidden>{summary}</span>}
          hasNext={hasNextPage && !isFetchNextPageError}
          loading={query.isFetchingNextPage}
          onLoadMore={onLoadMore}
        />
      )}
    </>
  )
}
