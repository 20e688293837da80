import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { DataTableProps, IndexedRow } from './data-table-types'
import { HeaderCell } from './HeaderCell'
import { TableRow } from './TableRow'
import { Scroll, Table } from './table-parts'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
})

export function DataTableBody(props: DataTableProps<IndexedRow>) {
  const { columns, rows, rowKey, onRowOpen, rowLabel, empty, label, defaultSort } = props
  const data = useMemo(() => [...rows], [rows])
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, IndexedRow> => ({
        id: column.id,
        accessorFn: column.sortValue ?? (() => ''),
        enableSorting: Boolean(column.sortValue),
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    initialState: { sorting: defaultSort ? [defaultSort] : [] },
  })
  if (!rows.length && empty) return <>{empty}</>
  return (
    <Scroll>
      <Table role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => {
              const sorting = table.getColumn(column.id)
              return (
                <HeaderCell
                  key={column.id}
                  column={column}
                  sorted={sorting?.getIsSorted() ?? false}
                  onSort={column.sortValue && (() => sorting?.toggleSorting())}
                />
              )
            })}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <TableRow
              key={row.id}
              row={row.original}
              columns={columns}
              onOpen={onRowOpen}
              label={rowLabel?.(row.original)}
            />
          ))}
        </tbody>
      </Table>
    </Scroll>
  )
}
