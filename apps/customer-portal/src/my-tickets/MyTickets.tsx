import { failureText } from '@helpdesk/tickets/model/errors'
import { SEARCH_MAX } from '@helpdesk/tickets/model/limits'
import { FoundLimit, SearchNotice } from '@helpdesk/tickets/screens/found/lazy'
import { NewTicketsBar } from '@helpdesk/tickets/screens/live/NewTicketsBar'
import { useLeavingTickets } from '@helpdesk/tickets/cache/leaving-tickets'
import { TicketTable } from './TicketTable'
import { useMyTickets } from '../api/list-my-tickets'
import { useRef } from 'react'
import {
  Button,
  EmptyState,
  ErrorState,
  excessOf,
  LinkButton,
  ListEnd,
  PageHeader,
  PlusIcon,
  SearchIcon,
  Stack,
  TicketIcon,
  useSearchBox,
} from '@helpdesk/ui'
import { useNavigationType } from '@helpdesk/ui/router'
import { filterFromParams, hasFilter, rowsFromParams, withMoreRows, withParam } from './filter-params'
import { TicketFilters } from './TicketFilters'
import { useLatestParams } from './use-latest-params'
import * as texts from './texts'

/** `/tickets`: the customer's tickets with live search and filters, both stored in the URL. */
export function MyTickets() {
  const [params, replaceParams] = useLatestParams()
  const { search, setSearch } = useSearchBox(params.get('q') ?? '', (value) => {
    if (excessOf(value, SEARCH_MAX) === 0) replaceParams((now) => withParam(now, 'q', value))
  })
  const returning = useNavigationType() === 'POP'
  const filter = filterFromParams(params)
  const query = useMyTickets(filter, { rows: rowsFromParams(params), returning })
  const { tickets, error } = query
  const listRef = useRef<HTMLDivElement>(null)
  const leaving = useLeavingTickets({ filter: query.filter, rows: tickets, list: listRef })

  function change(name: 'q' | 'status' | 'priority' | 'sort', value: string) {
    if (name === 'q') setSearch(value)
    else replaceParams((now) => withParam(now, name, value))
  }

  const showMore = () => replaceParams(withMoreRows)

  function clear() {
    setSearch('')
    replaceParams(() => new URLSearchParams())
  }

  return (
    <>
      <PageHeader
        heading={texts.title}
        subtitle={texts.subtitle}
        actions={
          <LinkButton to="/tickets/new" variant="solid">
            <PlusIcon size={14} />
            {texts.create}
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
        <div ref={listRef}>
          <NewTicketsBar
            count={query.arrived.length}
            isOutdated={query.isOutdated}
            list={listRef}
            onShow={query.showArrived}
          />
          <SearchNotice tickets={query.isPlaceholderData ? undefined : tickets} typed={filter.search ?? ''} />
          {error && !tickets ? (
            <ErrorState
              title={texts.loadFailed}
              text={failureText(error)}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : tickets?.length === 0 ? (
            <NoTickets filtered={hasFilter(filter)} onClear={clear} />
          ) : (
            <TicketTable
              tickets={tickets}
              stale={query.isPlaceholderData}
              leaving={leaving}
              onNearEnd={query.loadsByScrolling ? showMore : undefined}
            />
          )}
        </div>
        <ListEnd query={query.list} one={texts.one} many={texts.many} onLoadMore={showMore} />
        {query.endsEarly && <FoundLimit />}
      </Stack>
    </>
  )
}

function NoTickets({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState
      icon={<SearchIcon />}
      title={texts.none}
      text={texts.noMatches}
      action={<Button onClick={onClear}>{texts.clearFilters}</Button>}
    />
  ) : (
    <EmptyState
      icon={<TicketIcon />}
      title={texts.none}
      text={texts.noneText}
      action={<LinkButton to="/tickets/new">{texts.create}</LinkButton>}
    />
  )
}
