import { densityAtom } from '@helpdesk/ui'
import { getDefaultStore, useAtomValue } from 'jotai'
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { usePeople } from '../../api/list-people'
import { requesterId } from '../../model/requester'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { NOTHING_SELECTED, type Selection } from '../../model/selection'
import { usePrefetchPressed } from '@helpdesk/tickets/prefetch/prefetch-ticket'
import { preloadTicketDetail } from '@helpdesk/tickets/screens/detail/preload'
import { useFirstRows } from '@helpdesk/tickets/screens/use-first-rows'
import { DEFAULT_COLUMNS } from '../../model/list-columns'
import type { ListColumns } from '../../state/list-columns'
import { columnsFor } from './columns'
import { HeaderRow, type TableOrder } from './HeaderRow'
import { PendingRows, SpacerRow } from './placeholder-rows'
import type { RowActions } from './row-view'
import { rowHeight } from './table-layout'
import { StyledTable } from './table-styles'
import { useTableLayout } from './use-table-layout'
import { useMinute } from './use-minute'
import { useOpenTicket } from './use-open-ticket'
import { WorklistRow } from './WorklistRow'

/** A longer list is virtualized; a shorter one does not load that code. */
const RENDERED_AT_ONCE = 60
const RowWindow = lazy(async () => ({ default: (await import('./RowWindow')).RowWindow }))

export interface WorklistTableProps {
  /** The table's accessible name. */
  label: string
  /** undefined while the first page loads. */
  tickets: readonly TicketSummary[] | undefined
  /** The rows belong to the previous filter. */
  stale?: boolean
  /** The rows are found tickets, which are higher. */
  found?: boolean
  /** More rows exist than are loaded. */
  hasMore?: boolean
  actions: RowActions
  /** Without it there are no checkboxes. */
  selection?: Selection
  onChooseAll?: () => void
  /** The order, which the headers change; absent where it is fixed. */
  order?: TableOrder
  /** Its columns; absent: the usual ones. */
  listColumns?: ListColumns | undefined
  /** Every ticket is the reader's: the column Assigned To is left out. */
  allMine?: boolean
  /** Ids of rows that no longer match the filter and will be taken out. */
  leaving?: readonly string[]
  /** Tickets with a mark beside their own ones. */
  marked?: { ids: readonly string[]; mark: string } | undefined
  /** The ticket that is open beside the list. */
  current?: string | null
  /** Called with the ticket of a row that is clicked, instead of opening its page. */
  onOpen?: (ticketId: string) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  /** Number of skeleton rows while loading. */
  pendingRows?: number
}

const NONE: readonly TicketSummary[] = []

/** The table of section 2.14, for agents and admins: of a long list only the rows near the viewport are rendered. */
export function WorklistTable(props: WorklistTableProps) {
  const {
    label,
    tickets,
    stale = false,
    found = false,
    hasMore = false,
    actions,
    selection,
    onChooseAll,
    onKeyDown,
    order,
    allMine = false,
    current = null,
    leaving,
    marked,
  } = props
  const choosable = selection !== undefined
  const { chosen, cursor } = selection ?? NOTHING_SELECTED
  const count = tickets?.length ?? 0
  const personOf = usePeople(useMemo(() => peopleIn(tickets ?? NONE), [tickets]))
  const personOrNull = (id: string | null) => (id === null ? null : personOf(id))
  const now = useMinute()
  const isSplit = props.onOpen !== undefined
  const openTicket = useOpenTicket(props.onOpen)
  const prefetchPressed = usePrefetchPressed()
  const tableRef = useRef<HTMLTableElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const layout = useTableLayout(tableRef, isSplit)
  const density = useAtomValue(densityAtom, { store: getDefaultStore() })
  const height = rowHeight(layout, found, density)

  const [[from, to], setWindow] = useState<readonly [number, number]>([0, RENDERED_AT_ONCE])
  const onWindow = useCallback((start: number, end: number) => setWindow([start, end]), [])
  const virtual = count > RENDERED_AT_ONCE
  const start = virtual ? Math.min(from, count - 1) : 0
  // A virtualized list counts on its own window.
  const firstRows = useFirstRows(virtual ? 0 : count)
  const end = virtual ? Math.min(Math.max(to, start + 1), count) : firstRows
  const shown = useMemo(() => tickets?.slice(start, end) ?? NONE, [tickets, start, end])
  const sort = order?.sort
  // Cards have no columns.
  const hasColumns = layout === 'wide' || layout === 'narrow'
  const chosenColumns = (hasColumns && props.listColumns?.columns) || DEFAULT_COLUMNS
  const columns = useMemo(
    () => columnsFor({ chosen: chosenColumns, choosable, allMine, sort }),
    [chosenColumns, choosable, allMine, sort],
  )
  const tabStop = shown.some(({ id }) => id === cursor) ? cursor : shown[0]?.id

  return (
    <StyledTable
      ref={tableRef}
      role="table"
      aria-label={label}
      aria-rowcount={hasMore || !tickets ? -1 : count + 1}
      aria-busy={stale || !tickets || undefined}
      opacity={stale ? 0.6 : 1}
      data-layout={layout}
      data-row-height={height}
      data-choosable={choosable || undefined}
      data-found={found || undefined}
      onPointerEnter={preloadTicketDetail}
      onFocus={preloadTicketDetail}
      onPointerDown={prefetchPressed}
    >
      <thead role="rowgroup">
        <HeaderRow
          columns={columns}
          order={order}
          chosen={chosen.size}
          allChosen={chosen.size >= count && !hasMore}
          onChooseAll={onChooseAll}
          onSize={layout === 'wide' ? props.listColumns?.size : undefined}
        />
      </thead>
      <tbody role="rowgroup" ref={setBody} onClick={openTicket} onKeyDown={onKeyDown}>
        <SpacerRow height={start * height} columns={columns.length} />
        {shown.map((ticket, n) => (
          <WorklistRow
            key={ticket.id}
            columns={columns}
            index={start + n}
            ticket={ticket}
            customer={personOrNull(requesterId(ticket))}
            assignee={personOrNull(ticket.assigned_to)}
            now={now}
            chosen={chosen.has(ticket.id)}
            tabbable={ticket.id === tabStop}
            current={ticket.id === current}
            leaving={leaving?.includes(ticket.id)}
            mark={marked?.ids.includes(ticket.id) ? marked.mark : undefined}
            actions={actions}
          />
        ))}
        {!tickets && <PendingRows count={props.pendingRows ?? 10} columns={columns.length} height={height} />}
        <SpacerRow height={(count - end) * height} columns={columns.length} />
      </tbody>
      {virtual && body && (
        <Suspense>
          <RowWindow body={body} count={count} height={height} onWindow={onWindow} />
        </Suspense>
      )}
    </StyledTable>
  )
}

/** Ids of the people whose e-mail the rows show. */
const peopleIn = (tickets: readonly TicketSummary[]): string[] => [
  ...new Set(tickets.flatMap((each) => [requesterId(each), each.assigned_to]).filter((id) => id !== null)),
]
