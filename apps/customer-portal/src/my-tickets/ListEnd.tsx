import { failureText } from '@helpdesk/tickets/model/errors'
import type { useMyTickets } from '../api/list-my-tickets'
import { Alert, Button, Pagination, VisuallyHidden } from '@helpdesk/ui'

/** Under the rows: how many there are, more of them, and what went wrong on the way. */
export function ListEnd({ query, onMore }: { query: ReturnType<typeof useMyTickets>; onMore: () => void }) {
  const { tickets, hasMore, isLoadingMore, isFetching, isFetchNextPageError, isRefetchError } = query
  const count = tickets?.length ?? 0
  const summary = `${count}${hasMore ? '+' : ''} ${count === 1 ? 'ticket' : 'tickets'}`
  const failed = isFetchNextPageError
    ? 'More tickets could not be loaded'
    : 'These tickets may be out of date'
  return (
    <>
      <VisuallyHidden role="status">{tickets ? count > 0 && summary : 'Loading tickets...'}</VisuallyHidden>
      {tickets && (isFetchNextPageError || isRefetchError) && (
        <Alert
          tone="warning"
          title={failed}
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
          hasNext={hasMore && !isFetchNextPageError}
          loading={isLoadingMore}
          onLoadMore={onMore}
        />
      )}
    </>
  )
}
