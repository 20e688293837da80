import { failureText } from '@helpdesk/tickets/model/errors'
import { FoundLimit, SearchNotice } from '@helpdesk/tickets/screens/found/lazy'
import { TicketTable } from './TicketTable'
import { useMyTickets } from '../api/list-my-tickets'
import {
  Button,
  EmptyState,
  ErrorState,
  LinkButton,
  ListEnd,
  PageHeader,
  PlusIcon,
  SearchIcon,
  Stack,
  TicketIcon,
  useSearchBox,
} from '@helpdesk/ui'
import { useNavigationType, useSearchParams } from '@helpdesk/ui/router'
import { filterFromParams, hasFilter, rowsFromParams, withMoreRows, withParam } from './filter-params'
import { TicketFilters } from './TicketFilters'

/** `/tickets`: the customer's tickets with live search and filters, both stored in the URL. */
export function MyTickets() {
  const [params, setParams] = useSearchParams()
  const replaceParams = (next: (now: URLSearchParams) => URLSearchParams) =>
    setParams(next, { replace: true, preventScrollReset: true })
  const { search, setSearch } = useSearchBox(params.get('q') ?? '', (value) =>
    replaceParams((now) => withParam(now, 'q', value)),
  )
  const returning = useNavigationType() === 'POP'
  const filter = filterFromParams(params)
  const query = useMyTickets(filter, { rows: rowsFromParams(params), returning })
  const { tickets, error } = query

  function change(name: 'q' | 'status' | 'priority' | 'sort', value: string) {
    if (name === 'q') setSearch(value)
    else replaceParams((now) => withParam(now, name, value))
  }

  function clear() {
    setSearch('')
    replaceParams(() => new URLSearchParams())
  }

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
        <TicketFilters
          search={search}
          status={filter.status ?? ''}
          priority={filter.priority ?? ''}
          sort={filter.search && (filter.sort ?? 'relevance')}
          onChange={change}
        />
        {/* One item, because the notice is usually empty. */}
        <div>
          <SearchNotice tickets={query.isPlaceholderData ? undefined : tickets} typed={filter.search ?? ''} />
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
            <TicketTable tickets={tickets} stale={query.isPlaceholderData} />
          )}
        </div>
        <ListEnd
          query={query.list}
          one="ticket"
          many="tickets"
          onLoadMore={() => replaceParams(withMoreRows)}
        />
        {query.endsEarly && <FoundLimit />}
      </Stack>
    </>
  )
}

function NoTickets({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState
      icon={<SearchIcon />}
      title="No tickets found"
      text="No tickets match your search and filters."
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
