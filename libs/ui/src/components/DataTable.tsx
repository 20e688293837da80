import { lazy, Suspense, type ReactElement } from 'react'
import type { DataTableProps, IndexedRow } from './data-table-types'
import { TableSkeleton } from './TableSkeleton'

const load = () => import('./DataTableBody')
const Body = lazy(async () => ({ default: (await load()).DataTableBody }))

/** Fetches the table's code ahead of its first use. */
export const preloadDataTable = (): void => void load()

/**
 * A dense table: sorts by header, opens rows by click or Enter, arrows move between rows, and stacks its cells
 * on a narrow screen. Its code comes with the first table, not with the sign-in page.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const skeleton = <TableSkeleton columns={props.columns.length} rows={props.loadingRows} />
  if (props.loading) return skeleton
  return <Suspense fallback={skeleton}>{renderBody(props)}</Suspense>
}

/** `lazy` forgets the type parameter: rows travel by their index and only the caller's own functions see them. */
const renderBody = <Row,>({ columns, rowKey, onRowOpen, rowLabel, rows, ...rest }: DataTableProps<Row>) => {
  const at = ({ index }: IndexedRow): Row => rows[index]!
  return (
    <Body
      {...rest}
      rows={rows.map((_, index) => ({ index }))}
      columns={columns.map((column) => ({
        ...column,
        cell: (row) => column.cell(at(row)),
        sortValue: column.sortValue && ((row) => column.sortValue!(at(row))),
      }))}
      rowKey={(row) => rowKey(at(row))}
      onRowOpen={onRowOpen && ((row) => onRowOpen(at(row)))}
      rowLabel={rowLabel && ((row) => rowLabel(at(row)))}
    />
  )
}
