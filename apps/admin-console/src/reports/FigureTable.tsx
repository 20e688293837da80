import { DataTable, type DataColumn } from '@helpdesk/ui'
import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { cellText, type ReportTable } from './tables'
import * as texts from './texts'

type Values = ReportTable['rows'][number]

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const columnDefs = (table: ReportTable) =>
  table.columns.map(({ format }, index): ColumnDef<typeof features, Values> => ({
    id: String(index),
    // A missing figure is last in both directions.
    accessorFn: (row) => row[index] ?? undefined,
    sortUndefined: 'last',
    sortFn: format === 'text' ? sortFn_text : sortFn_basic,
    sortDescFirst: index > 0,
  }))

/** The figures of a report; each heading sorts the rows, and a third click restores their order. */
export function FigureTable({ table }: { table: ReportTable }) {
  const columns = useMemo(() => columnDefs(table), [table])
  const sorted = useTable({ features, columns, data: table.rows })
  return (
    <DataTable
      label={texts.figures(table.title)}
      narrow="scroll"
      columns={table.columns.map(({ label, format }, index): DataColumn<{ id: string; original: Values }> => {
        const column = sorted.getColumn(String(index))
        return {
          heading: label,
          numeric: index > 0,
          rowHeader: index === 0,
          sort: column && { direction: column.getIsSorted(), onSort: () => column.toggleSorting() },
          cell: ({ original }) => cellText(original[index] ?? null, format),
        }
      })}
      rows={sorted.getRowModel().rows}
      // Two agents may have the same name.
      rowKey={({ id }) => id}
    />
  )
}
