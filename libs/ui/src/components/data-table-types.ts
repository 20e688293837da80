import type { ReactNode } from 'react'

export interface DataTableColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Makes the column sortable in the browser, by this value. */
  sortValue?: (row: Row) => string | number
  width?: string
  align?: 'start' | 'end'
  /** The row's title when rows are stacked on a narrow screen: comes first, without its label. */
  primary?: boolean
  /** Keeps the header for screen readers only. */
  hideHeader?: boolean
}

export interface SortState {
  id: string
  desc: boolean
}

export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  label: string
  columns: readonly DataTableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Called on a click on the row, or Enter on it. */
  onRowOpen?: (row: Row) => void
  /** What a screen reader hears of a row that opens, such as `Open Printer is on fire`. */
  rowLabel?: (row: Row) => string
  /** Shows grey rows in the place of the data. */
  loading?: boolean
  loadingRows?: number
  /** Shown instead of rows when there are none. */
  empty?: ReactNode
  defaultSort?: SortState
}

/** A row by its place in the caller's `rows`: what travels through the lazy part of the table. */
export interface IndexedRow {
  index: number
}
