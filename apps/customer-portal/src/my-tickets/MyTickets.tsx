import { failureText, TicketTable, useMyTickets, useSearchBox } from '@helpdesk/tickets'
import {
  Button,
  EmptyState,
  ErrorState,
  LinkButton,
  PageHeader,
  Pagination,
  PlusIcon,
  SearchIcon,
  Stack,
  TicketIcon,
  VisuallyHidden,
} from '@helpdesk/ui'
import { useSearchParams } from '@helpdesk/ui/router'
import { filterFromParams, hasFilter, withParam } from './filter-params'
import { TicketFilters } from './TicketFilters'

/** `/tickets`: the customer's own tickets, searched and filtered live. */
export function MyTickets() {
  const [params, setParams] = useSearchParams()
  const { search, setSearch } = useSearchBox(params.get('q') ?? '', (value) =>
    setParams((now) => withParam(now, 'q', value), { replace: true }),
  )

  const filter = filterFromParams(params)
  const query = useMyTickets(filter)
  const { data: tickets, error } = query

  function change(name: 'q' | 'status' | 'priority', value: string) {
    if (name === 'q') setSearch(value)
    else setParams((now) => withParam(now, name, value), { replace: true })
  }

  function clear() {
    setSearch('')
    setParams({}, { replace: true })
  }

  const filters = (
    <TicketFilters
      search={search}
      status={filter.status ?? ''}
      priority={filter.priority ?? ''}
      onChange={change}
    />
  )

  return (
    <>
      <PageHeader
        heading="My Tickets"
        subtitle="View and manage your support tickets"
        actions={
          <LinkButton to="/tickets/new" variant="solid">
            <PlusIcon size={14} />
            Create New Ticket
          </LinkButton>
        }
      />
      <Stack gap="3">
        {filters}
        {!tickets && !error && <VisuallyHidden role="status">Loading tickets...</VisuallyHidden>}
        {error && !tickets ? (
          <ErrorState
            title="Your tickets could not be loaded"
            text={failureText(error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : tickets?.length === 0 ? (
          <NoTickets filtered={hasFilter(filter)} onClear={clear} />
        ) : (
          <>
            <TicketTable tickets={tickets} stale={query.isPlaceholderData} />
            {tickets && (
              <Pagination
                summary={`${tickets.length}${query.hasNextPage ? '+' : ''} ${tickets.length === 1 ? 'ticket' : 'tickets'}`}
                hasNext={query.hasNextPage}
                loading={query.isFetchingNextPage}
                onLoadMore={() => void query.fetchNextPage()}
              />
            )}
          </>
        )}
      </Stack>
    </>
  )
}

function NoTickets({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState
      icon={<SearchIcon />}
      title="No tickets found"
      text="Nothing matches your search and filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      icon={<TicketIcon />}
      title="No tickets found"
      text="Create a new ticket to get started"
      action={<LinkButton to="/tickets/new">Create New Ticket</LinkButton>}
    />
  )
}
