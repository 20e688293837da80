import { failureText } from '@helpdesk/tickets/model/errors'
import { Alert, Button, Pagination, VisuallyHidden } from '@helpdesk/ui'

/** What is read of a list that grows page by page. */
export interface GrowingList {
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

interface ListEndProps {
  query: GrowingList
  /** What one row and several are called. */
  one: string
  many: string
}

/** Under the rows: how many there are, more of them, and what went wrong on the way. */
export function ListEnd({ query, one, many }: ListEndProps) {
  const { data, hasNextPage, isFetching, isFetchNextPageError } = query
  const count = data?.length ?? 0
  const summary = `${count}${hasNextPage ? '+' : ''} ${count === 1 && !hasNextPage ? one : many}`
  return (
    <>
      <VisuallyHidden role="status">{data ? summary : isFetching ? `Loading ${many}…` : ''}</VisuallyHidden>
      {data && (isFetchNextPageError || query.isRefetchError) && (
        <Alert
          tone="warning"
          title={isFetchNextPageError ? 'More could not be loaded' : 'This list may be out of date'}
          action={
            <Button
              size="sm"
              loading={isFetching}
              onClick={() => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
            >
              Retry
            </Button>
          }
        >
          {failureText(query.error)}
        </Alert>
      )}
      {count > 0 && (
        <Pagination
          summary={<span aria-hidden>{summary}</span>}
          hasNext={hasNextPage && !isFetchNextPageError}
          loading={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  )
}
