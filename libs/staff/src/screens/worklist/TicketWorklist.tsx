import { useAuth } from '@helpdesk/auth'
import { ErrorState, Pagination, toast, VisuallyHidden } from '@helpdesk/ui'
import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTicketPages } from '../../api/list-ticket-pages'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { BulkTarget, RequestedChange } from '../../model/bulk'
import { targetsOf } from '../../model/targets'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import type { TicketSort } from '@helpdesk/tickets/model/ticket-list'
import { isFound } from '@helpdesk/tickets/model/found-tickets'
import { FoundLimit, SearchNotice } from '@helpdesk/tickets/screens/found/lazy'
import { useLeavingTickets } from '@helpdesk/tickets/cache/leaving-tickets'
import { useLoadMore } from '@helpdesk/tickets/screens/use-load-more'
import { NewTicketsBar } from '@helpdesk/tickets/screens/live/NewTicketsBar'
import { narrows } from '../../model/worklist'
import type { ListColumns } from '../../state/list-columns'
import { sortedBy, sortOf, sortOptions } from './sort-options'
import { useListFilter } from './use-list-filter'
import { useRowActions } from './use-row-actions'
import { useSelection } from './use-selection'
import { useWorklistFilter } from './use-worklist-filter'
import { useSplitView } from '../split/use-split-view'
import { WorklistEmpty } from './WorklistEmpty'
import { WorklistFilters } from './WorklistFilters'
import { WorklistKeyboard, type RowKeyHandler } from './WorklistKeyboard'
import { WorklistTable } from './WorklistTable'
import * as texts from './texts'

// Loaded with the first selection.
const BulkBar = lazy(async () => ({ default: (await import('../bulk/BulkBar')).BulkBar }))

export interface TicketWorklistProps {
  /** The table's accessible name. */
  label: string
  /** The assignee; `null` lists unassigned tickets, absent lists all. */
  scope: { assignedTo?: string | null }
  /** Text of the empty list. */
  empty: string
  /** Its columns; absent: the usual ones. */
  listColumns?: ListColumns
  /** Shows active tickets until another status is chosen. */
  activeFirst?: boolean
  /** Rows can be assigned to any agent: for admins, who may change every ticket. */
  assignsAnyone?: boolean
  /**
   * What stands above the rows of a list that nothing narrows, and its tickets, which are left out of the rows. In a narrowed
   * list they are rows with the mark.
   */
  above?: { ids: readonly string[]; node: ReactNode; mark: string }
}

/** The worklist of agents and admins (section 2.14): search, filters, order, selection, any number of rows. */
export function TicketWorklist(props: TicketWorklistProps) {
  const { label, scope, empty, assignsAnyone, activeFirst = false } = props
  const me = useAuth().user?.id
  const { filter, change, clear, search, setSearch } = useWorklistFilter()
  const { list, text, errors, isStale, reader } = useListFilter(scope, filter, activeFirst)
  const { query, rows: listed, endsEarly, arrived, isOutdated, showArrived } = useTicketPages(list)
  const above = narrows(filter) ? undefined : props.above
  const aboveIds = above?.ids
  const tickets = useMemo(
    () => (aboveIds?.length ? listed?.filter(({ id }) => !aboveIds.includes(id)) : listed),
    [listed, aboveIds],
  )
  const { error, hasNextPage, isFetchingNextPage, isPlaceholderData, isFetchNextPageError } = query
  const listKey = JSON.stringify(list)
  const rows = useSelection(tickets, listKey)
  const { chosen } = rows.selection
  const [assigning, setAssigning] = useState<TicketSummary | null>(null)
  // A change requested by keyboard and applied by `BulkBar`.
  const [requested, setRequested] = useState<RequestedChange | null>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const leaving = useLeavingTickets({
    filter: list,
    rows: tickets,
    list: listRef,
    isInUse: rows.isInUse,
  })
  const actions = useRowActions(rows.choose, assignsAnyone ? setAssigning : undefined)
  const [firstTicket] = tickets ?? []
  const isSplit = useSplitView()
  const searchRef = useRef<HTMLInputElement>(null)
  // The text for whose first ticket a key in the search box asked; it may not be found yet.
  const [firstOf, setFirstOf] = useState<string | null>(null)
  const rowKeys = useRef<RowKeyHandler>(null)
  // The bar stays after the selection is empty: it shows the result, with Undo.
  const [showsBar, setShowsBar] = useState(false)
  if (!showsBar && (chosen.size > 0 || assigning || requested)) setShowsBar(true)
  // What "select all" found out about tickets that are not loaded.
  const [others, setOthers] = useState<readonly BulkTarget[]>([])
  const selectedTickets = useMemo(() => targetsOf(chosen, tickets, others), [tickets, chosen, others])
  const end = useLoadMore(
    hasNextPage && !isFetchingNextPage && !isPlaceholderData && !isFetchNextPageError,
    tickets?.length ?? 0,
    () => void query.fetchNextPage(),
  )

  const loaded = tickets?.length ?? 0
  const isAllChosen = hasNextPage ? chosen.size > loaded : chosen.size >= loaded
  // All that match, not only the loaded ones.
  function toggleAll() {
    rows.chooseAll()
    if (chosen.size === 0) void chooseOthers()
  }
  function chooseAll() {
    rows.chooseListed(listKey, tickets?.map(({ id }) => id) ?? [])
    void chooseOthers()
  }
  async function chooseOthers() {
    if (!hasNextPage || !list) return
    try {
      const { listAll } = await import('../bulk/list-all')
      const all = (await listAll(list)).filter(({ id }) => !aboveIds?.includes(id))
      setOthers(all)
      rows.chooseListed(
        listKey,
        all.map(({ id }) => id),
      )
    } catch (error) {
      toast({ title: texts.error, description: failureText(error), type: 'error' })
    }
  }
  const staying = loaded - leaving.length
  const isInvalid = !list && errors.length > 0
  const isSettled = search.trim() === filter.search.trim() && !isStale && !isPlaceholderData && !!tickets
  const searching = text !== ''
  const sorts = sortOptions(searching, scope.assignedTo !== undefined)
  const order = {
    sort: sortOf(filter, searching),
    ascending: filter.ascending,
    sorts: sorts.map(({ value }) => value),
    onSort: (sort: TicketSort) =>
      change(
        sort === sortOf(filter, searching) ? { ascending: !filter.ascending } : sortedBy(sort, searching),
      ),
  }

  return (
    <>
      <WorklistFilters
        filter={filter}
        search={search}
        searching={searching}
        sorts={sorts}
        activeFirst={activeFirst}
        isSplit={isSplit}
        errors={errors}
        isPending={search.trim() !== filter.search.trim()}
        onSearch={setSearch}
        onFirst={() => setFirstOf(search)}
        onChange={change}
        searchRef={searchRef}
        listColumns={props.listColumns}
      />
      {reader}
      <VisuallyHidden role="status">{tickets || error ? '' : texts.loadingTickets}</VisuallyHidden>
      {above?.node}
      <NewTicketsBar
        count={arrived.length}
        isOutdated={isOutdated}
        list={listRef}
        isInUse={chosen.size > 0}
        onShow={showArrived}
      />
      <SearchNotice tickets={isPlaceholderData ? undefined : tickets} typed={text} />
      {error && !tickets ? (
        <ErrorState
          title={texts.loadFailed}
          text={failureText(error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : isInvalid || listed?.length === 0 ? (
        <WorklistEmpty isInvalid={isInvalid} isNarrowed={narrows(filter)} text={empty} onClear={clear} />
      ) : tickets?.length === 0 ? null : (
        <>
          <div ref={listRef}>
            <WorklistTable
              label={label}
              tickets={tickets}
              stale={isPlaceholderData || isStale}
              found={firstTicket ? isFound(firstTicket) : searching}
              hasMore={hasNextPage}
              leaving={leaving}
              marked={above ? undefined : props.above}
              actions={actions}
              order={order}
              current={isSplit ? rows.selection.cursor : null}
              onOpen={isSplit ? rows.moveTo : undefined}
              listColumns={props.listColumns}
              allMine={me !== undefined && scope.assignedTo === me}
              selection={rows.selection}
              onChooseAll={toggleAll}
              onKeyDown={(event) => rowKeys.current?.(event)}
            />
          </div>
          <div ref={end} />
          {tickets && (
            <Pagination
              summary={texts.ticketCount(staying, hasNextPage)}
              hasNext={hasNextPage}
              loading={isFetchingNextPage}
              onLoadMore={() => void query.fetchNextPage()}
            />
          )}
          {endsEarly && <FoundLimit />}
        </>
      )}
      <WorklistKeyboard
        tickets={tickets}
        label={label}
        hasMore={hasNextPage}
        isSplit={isSplit}
        selection={rows}
        selected={selectedTickets}
        chooseAll={toggleAll}
        claim={actions.claim}
        onChange={(which, change) => setRequested({ tickets: which, change })}
        searchRef={searchRef}
        handler={rowKeys}
        toFirst={isSettled && firstOf === search}
        onFirst={() => setFirstOf(null)}
      />
      {showsBar && (
        <Suspense>
          <BulkBar
            tickets={selectedTickets}
            onSelectAll={isAllChosen ? undefined : chooseAll}
            onDeselect={rows.deselect}
            assigning={assigning}
            onAssigned={() => setAssigning(null)}
            requested={requested}
            onRequestApplied={() => setRequested(null)}
          />
        </Suspense>
      )}
    </>
  )
}
