import { TicketTable, useTickets } from '@helpdesk/tickets'
import { Button, EmptyState, ErrorState, HStack, PageHeader, VisuallyHidden } from '@helpdesk/ui'

/** `/admin/tickets`: every ticket. */
export function AdminTickets() {
  const query = useTickets({})
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage } = query
  return (
    <>
      <PageHeader heading="All Tickets" subtitle="Every ticket of every customer" />
      {isPending && <VisuallyHidden role="status">Loading tickets...</VisuallyHidden>}
      {error && !data ? (
        <ErrorState text={error.message} onRetry={() => void query.refetch()} retrying={isFetching} />
      ) : data?.length === 0 ? (
        <EmptyState title="No tickets found" text="Tickets show up here as soon as a customer raises one." />
      ) : (
        <TicketTable tickets={data} />
      )}
      {hasNextPage && (
        <HStack justifyContent="center" marginTop="4">
          <Button loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </HStack>
      )}
    </>
  )
}
