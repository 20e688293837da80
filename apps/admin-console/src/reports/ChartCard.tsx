import { Button, Card, CardBody, CardHeader, CardTitle, chakra, Text } from '@helpdesk/ui'
import { DataTable, type DataColumn } from '@helpdesk/ui/table'
import { useState, type ReactNode } from 'react'
import { cellText, type ReportTable } from './tables'

interface ChartCardProps {
  table: ReportTable
  /** What the chart tells, in a sentence. */
  summary: string
  /** Nothing happened in the range; there is nothing to draw. */
  isEmpty?: boolean
  /** The drawing; without one the table is all there is. */
  children?: ReactNode
}

/** A chart, and at a press the same figures as a table. For screen readers the drawing is one picture with a summary. */
export function ChartCard({ table, summary, isEmpty = false, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const tableShown = asTable || !children
  return (
    <Card aria-label={table.title}>
      <CardHeader>
        <CardTitle>{table.title}</CardTitle>
        {children && !isEmpty && (
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={asTable}
            aria-label={`${table.title} as a table`}
            onClick={() => setAsTable(!asTable)}
          >
            Table
          </Button>
        )}
      </CardHeader>
      <CardBody>
        <Text tone="muted" fontSize="sm" marginBottom="3">
          {isEmpty ? 'Nothing in these days.' : summary}
        </Text>
        {!isEmpty &&
          (tableShown ? (
            <DataTable
              label={`${table.title}, figures`}
              narrow="scroll"
              columns={figureColumns(table)}
              rows={table.rows}
              // Two agents may have the same name.
              rowKey={(_row, index) => index}
            />
          ) : (
            <Drawing role="img" aria-label={`${table.title}: ${summary}`}>
              {children}
            </Drawing>
          ))}
      </CardBody>
    </Card>
  )
}

const figureColumns = ({ columns }: ReportTable) =>
  columns.map(({ label, format }, index): DataColumn<ReportTable['rows'][number]> => ({
    heading: label,
    numeric: index > 0,
    rowHeader: index === 0,
    cell: (row) => cellText(row[index] ?? null, format),
  }))

const Drawing = chakra('div', { base: { minWidth: '0', width: 'full' } })
