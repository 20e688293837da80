import { Skeleton } from '../components/Skeleton'
import type { FocusEventHandler, Key, MouseEvent, PointerEventHandler, ReactNode, Ref } from 'react'
import { CardLabel, ScrollRegion, Table } from './table-styles'
import * as texts from './texts'

export interface DataColumn<Row> {
  heading: string
  /** CSS width. Columns without one share the rest. */
  width?: string
  /** Aligned at the end, with tabular digits. */
  numeric?: boolean
  /** Makes the cell the row's header. */
  rowHeader?: boolean
  /** Hidden on narrow screens; only with `narrow="fewer-columns"`. */
  wideOnly?: boolean
  /** The order by this column; its heading changes it. */
  sort?: { direction: 'asc' | 'desc' | false; onSort: () => void }
  cell: (row: Row) => ReactNode
  /** Placeholder of the cell in a pending row. Default: a line of varying width. */
  skeleton?: (index: number) => ReactNode
}

export interface DataTableProps<Row> {
  /** Accessible name. */
  label?: string
  columns: readonly DataColumn<Row>[]
  /** undefined while the first page loads. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row, index: number) => Key
  /** The rows belong to the previous filter. */
  stale?: boolean
  /** Number of placeholder rows while the first page loads. */
  pendingRows?: number
  /**
   * Layout when the columns do not fit: each row becomes a card with labelled values, columns marked `wideOnly` are hidden,
   * or the table is small and scrolls in a region at every width.
   */
  narrow: 'cards' | 'fewer-columns' | 'scroll'
  /** Called for a click on a row outside its links and buttons. For mice only: also put a link into a cell. */
  onRowClick?: (row: Row) => void
  onPointerEnter?: PointerEventHandler
  onFocus?: FocusEventHandler
  /** Makes the table focusable from script. */
  ref?: Ref<HTMLTableElement>
}

/** A table of rows with pending and stale states. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, stale = false, pendingRows = 6, narrow, onRowClick, ref } = props
  const table = (
    <Table
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      narrow={narrow}
      aria-label={narrow === 'scroll' ? undefined : label}
      aria-busy={stale || !rows || undefined}
      opacity={stale ? 0.6 : 1}
      onPointerEnter={props.onPointerEnter}
      onFocus={props.onFocus}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.heading}
              scope="col"
              style={{ width: column.width }}
              aria-sort={column.sort?.direction ? SORTED[column.sort.direction] : undefined}
              {...dataAttributes(column)}
            >
              {column.sort ? (
                <button type="button" title={texts.sortBy(column.heading)} onClick={column.sort.onSort}>
                  {column.heading}
                  <span aria-hidden>{ARROW[column.sort.direction || 'none']}</span>
                </button>
              ) : (
                column.heading
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row, index) => (
              <tr
                key={rowKey(row, index)}
                data-clickable={onRowClick ? '' : undefined}
                onClick={onRowClick && ((event) => isRowClick(event) && onRowClick(row))}
              >
                {columns.map((column, position) => (
                  <Cell key={column.heading} column={column} {...{ narrow, position }}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            ))
          : Array.from({ length: pendingRows }, (_, index) => (
              <tr key={index} aria-hidden>
                {columns.map((column, position) => (
                  <td key={column.heading} {...dataAttributes(column)}>
                    {column.skeleton?.(index) ?? <Skeleton width={lineWidth(index, position)} />}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </Table>
  )
  if (narrow !== 'scroll') return table
  return (
    // focusable, so that the keyboard can scroll it
    <ScrollRegion tabIndex={0} role="region" aria-label={label}>
      {table}
    </ScrollRegion>
  )
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const
// The place of the arrow is kept, so that no column moves.
const ARROW = { asc: ' ↑', desc: ' ↓', none: ' \u2003' }

interface CellProps<Row> {
  column: DataColumn<Row>
  position: number
  narrow: DataTableProps<Row>['narrow']
  children: ReactNode
}

function Cell<Row>({ column, position, narrow, children }: CellProps<Row>) {
  if (column.rowHeader)
    return (
      <th scope="row" {...dataAttributes(column)}>
        {children}
      </th>
    )
  if (narrow !== 'cards') return <td {...dataAttributes(column)}>{children}</td>
  return (
    <td {...dataAttributes(column)}>
      {position > 0 && <CardLabel aria-hidden>{column.heading}</CardLabel>}
      <div>{children}</div>
    </td>
  )
}

const dataAttributes = <Row,>({ numeric, wideOnly }: DataColumn<Row>) => ({
  'data-numeric': numeric ? '' : undefined,
  'data-wide-only': wideOnly ? '' : undefined,
})

const lineWidth = (row: number, column: number) => `${75 - ((row * 17 + column * 29) % 45)}%`

/** Whether a click is on the row itself: not on a link or button, and not the end of a text selection. */
function isRowClick(event: MouseEvent): boolean {
  if (event.defaultPrevented || getSelection()?.toString()) return false
  return !(event.target instanceof Element && event.target.closest('a, button'))
}
