import {
  Button,
  EmptyState,
  ErrorState,
  Pagination,
  SearchIcon,
  TicketIcon,
  VisuallyHidden,
} from '@helpdesk/ui'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { usePageWindow } from '../../api/use-page-window'
import { useTicketPages } from '../../api/list-ticket-pages'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { RequestedChange } from '../../model/bulk'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { narrows } from '../../model/worklist'
import { useMoreInSight } from './use-more-in-sight'
import { useRowActions } from './use-row-actions'
import { useSelection } from './use-selection'
import { useWorklistFilter } from './use-worklist-filter'
import { WorklistFilters } from './WorklistFilters'
import type { RowKeyHandler } from './WorklistKeys'
import { WorklistTable } from './WorklistTable'

// The list is painted before its keys work; nobody pays for the bar before the first choice.
const WorklistKeys = lazy(async () => ({ default: (await import('./WorklistKeys')).WorklistKeys }))
const BulkBar = lazy(async () => ({ default: (await import('../bulk/BulkBar')).BulkBar }))

export interface TicketWorklistProps {
  /** The table's accessible name. */
  label: string
  /** Whose tickets: one person's, `null` nobody's, absent everybody's. */
  scope: { assignedTo?: string | null }
  /** What to do when there is not a single ticket. */
  empty: string
  /** Each row can be given to any agent: for admins, who may change every ticket. */
  assignsAnyone?: boolean
}

/** Tickets as agents and admins work with them (section 2.14): search, filters, order, choice, and any number of rows. */
export function TicketWorklist({ label, scope, empty, assignsAnyone }: TicketWorklistProps) {
  const { filter, change, clear, search, setSearch } = useWorklistFilter()
  const { query, rows: tickets, paged } = useTicketPages({ ...scope, ...filter })
  const { error, hasNextPage, isFetchingNextPage, isPlaceholderData, isFetchNextPageError } = query
  const rows = useSelection(tickets, JSON.stringify(filter))
  const { chosen } = rows.selection
  const { look, missing } = usePageWindow(paged, rows.holds)
  const [handing, setHanding] = useState<TicketSummary | null>(null)
  // A change requested by keyboard and applied by `BulkBar`.
  const [asked, setAsked] = useState<RequestedChange | null>(null)
  const { actions, told } = useRowActions(rows.choose, assignsAnyone ? setHanding : undefined)
  const searchRef = useRef<HTMLInputElement>(null)
  const rowKeys = useRef<RowKeyHandler>(null)
  // The bar stays after the choice is gone: it still says what came of it, and takes it back.
  const [barWanted, setBarWanted] = useState(false)
  if (!barWanted && (chosen.size > 0 || handing || asked)) setBarWanted(true)
  const chosenTickets = useMemo(
    () => (chosen.size > 0 && tickets ? tickets.held.filter(({ id }) => chosen.has(id)) : []),
    [tickets, chosen],
  )
  const end = useMoreInSight(
    hasNextPage && !isFetchingNextPage && !isPlaceholderData && !isFetchNextPageError && !missing,
    tickets?.length ?? 0,
    () => void query.fetchNextPage(),
  )

  return (
    <>
      <WorklistFilters
        filter={filter}
        search={search}
        onSearch={setSearch}
        onChange={change}
        searchRef={searchRef}
      />
      <VisuallyHidden role="status">{tickets || error ? told : 'Loading tickets...'}</VisuallyHidden>
      {error && !tickets ? (
        <ErrorState
          title="Tickets could not be loaded"
          text={failureText(error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : tickets?.length === 0 ? (
        narrows(filter) ? (
          <EmptyState
            icon={<SearchIcon />}
            title="No tickets found"
            text="Nothing matches your search and filters."
            action={<Button onClick={clear}>Clear filters</Button>}
          />
        ) : (
          <EmptyState icon={<TicketIcon />} title="No tickets found" text={empty} />
        )
      ) : (
        <>
          <WorklistTable
            label={label}
            tickets={tickets}
            stale={isPlaceholderData}
            onSight={look}
            hasMore={hasNextPage}
            actions={actions}
            selection={rows.selection}
            onChooseAll={rows.chooseAll}
            onKeyDown={(event) => rowKeys.current?.(event)}
          />
          <div ref={end} />
          {tickets && (
            <Pagination
              summary={`${tickets.length}${hasNextPage ? '+' : ''} ${tickets.length === 1 ? 'ticket' : 'tickets'}`}
              hasNext={hasNextPage}
              loading={isFetchingNextPage}
              onLoadMore={() => void query.fetchNextPage()}
            />
          )}
        </>
      )}
      <Suspense>
        <WorklistKeys
          tickets={tickets}
          selection={rows}
          claim={actions.claim}
          onChange={(which, change) => setAsked({ tickets: which, change })}
          searchRef={searchRef}
          handler={rowKeys}
        />
      </Suspense>
      {barWanted && (
        <Suspense>
          <BulkBar
            tickets={chosenTickets}
            onLetGo={rows.letGo}
            handing={handing}
            onHanded={() => setHanding(null)}
            asked={asked}
            onAsked={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}
