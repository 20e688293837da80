import { Skeleton } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'
import {
  lazy,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { usePeople } from '../../data-access/people'
import type { TicketSummary } from '../../model/rows'
import { NOTHING_SELECTED, type Selection } from '../../model/selection'
import { preloadTicketDetail } from '../lazy'
import { useTicketRows } from './columns'
import type { RowActions } from './row-view'
import { CARD_HEIGHT, ROW_HEIGHT, TableDress } from './table-dress'
import { useCards } from './use-cards'
import { useMinute } from './use-minute'
import { WorklistRow } from './WorklistRow'

/** Rows that are simply drawn. Only a longer list needs the code that draws a part of it. */
export const DRAWN_AT_ONCE = 60
const RowWindow = lazy(async () => ({ default: (await import('./RowWindow')).RowWindow }))

export interface WorklistTableProps {
  /** The table's accessible name. */
  label: string
  /** undefined while the first page is on its way. */
  tickets: TicketSummary[] | undefined
  /** Rows of the filter before are still shown. */
  stale?: boolean
  /** More rows exist than are loaded. */
  hasMore?: boolean
  actions: RowActions
  /** Without it there are no checkboxes. */
  selection?: Selection
  onChooseAll?: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  /** Grey rows while loading. */
  pendingRows?: number
}

const NONE: TicketSummary[] = []

/** The table of section 2.14, for agents and admins: only the rows near the window are in the page. */
export function WorklistTable(props: WorklistTableProps) {
  const { label, tickets, stale = false, hasMore = false, actions, selection, onChooseAll, onKeyDown } = props
  const choosable = selection !== undefined
  const { chosen, cursor } = selection ?? NOTHING_SELECTED
  const { columns, rows } = useTicketRows(tickets ?? NONE, choosable)
  const personOf = usePeople(useMemo(() => peopleIn(tickets ?? NONE), [tickets]))
  const now = useMinute()
  const navigate = useNavigate()
  const table = useRef<HTMLTableElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const cards = useCards(table)
  const height = cards ? CARD_HEIGHT : ROW_HEIGHT

  const [[from, to], setWindow] = useState<readonly [number, number]>([0, DRAWN_AT_ONCE])
  const onWindow = useCallback((start: number, end: number) => setWindow([start, end]), [])
  const virtual = rows.length > DRAWN_AT_ONCE
  const start = virtual ? Math.min(from, rows.length - 1) : 0
  const end = virtual ? Math.min(Math.max(to, start + 1), rows.length) : rows.length
  const drawn = rows.slice(start, end)
  const tabStop = drawn.some(({ id }) => id === cursor) ? cursor : drawn[0]?.id

  function onClick(event: MouseEvent) {
    const selecting = (getSelection()?.toString() ?? '') !== ''
    if (
      selecting ||
      !(event.target instanceof Element) ||
      event.target.closest('a, button, input, select, label')
    )
      return
    const id = event.target.closest('tr')?.dataset.id
    if (id) void navigate(`/tickets/${id}`)
  }

  return (
    <TableDress
      ref={table}
      role="table"
      aria-label={label}
      aria-rowcount={hasMore || !tickets ? -1 : rows.length + 1}
      aria-busy={stale || !tickets || undefined}
      opacity={stale ? 0.6 : 1}
      data-cards={cards || undefined}
      data-choosable={choosable || undefined}
      onPointerEnter={() => void preloadTicketDetail()}
      onFocus={() => void preloadTicketDetail()}
    >
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {columns.map(({ id, columnDef: { header, meta } }) => (
            <th key={id} role="columnheader" scope="col" style={{ width: meta?.width }}>
              {id === 'choose' ? (
                <input
                  type="checkbox"
                  aria-label="Select all"
                  checked={chosen.size > 0}
                  ref={(box) =>
                    void (box && (box.indeterminate = chosen.size > 0 && chosen.size < rows.length))
                  }
                  onChange={onChooseAll}
                />
              ) : (
                String(header)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={setBody} onClick={onClick} onKeyDown={onKeyDown}>
        <Space height={start * height} columns={columns.length} />
        {drawn.map(({ id, original }, n) => (
          <WorklistRow
            key={id}
            columns={columns}
            index={start + n}
            ticket={original}
            customer={original.created_by === null ? null : personOf(original.created_by)}
            assignee={original.assigned_to === null ? null : personOf(original.assigned_to)}
            now={now}
            chosen={chosen.has(id)}
            tabbable={id === tabStop}
            actions={actions}
          />
        ))}
        {!tickets && <PendingRows count={props.pendingRows ?? 10} columns={columns.length} height={height} />}
        <Space height={(rows.length - end) * height} columns={columns.length} />
      </tbody>
      {virtual && body && (
        <Suspense>
          <RowWindow body={body} count={rows.length} height={height} onWindow={onWindow} />
        </Suspense>
      )}
    </TableDress>
  )
}

/** Stands for rows that are not drawn. */
const Space = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr data-space aria-hidden style={{ height }}>
      <td colSpan={columns} />
    </tr>
  )

const PendingRows = ({ count, columns, height }: { count: number; columns: number; height: number }) =>
  Array.from({ length: count }, (_, index) => (
    <tr key={index} data-space aria-hidden style={{ height }}>
      <td colSpan={columns}>
        <Skeleton height="3" width={`${95 - ((index * 17) % 40)}%`} />
      </td>
    </tr>
  ))

/** Everybody whose e-mail the rows show. */
const peopleIn = (tickets: readonly TicketSummary[]): string[] => [
  ...new Set(tickets.flatMap((each) => [each.created_by, each.assigned_to]).filter((id) => id !== null)),
]
