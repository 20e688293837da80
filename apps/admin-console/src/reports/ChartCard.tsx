import { Button, Card, CardBody, CardHeader, CardTitle, chakra, Text } from '@helpdesk/ui'
import { useState, type ReactNode } from 'react'
import { FigureTable } from './FigureTable'
import type { ReportTable } from './tables'

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
            <FigureTable table={table} />
          ) : (
            <Drawing role="img" aria-label={`${table.title}: ${summary}`}>
              {children}
            </Drawing>
          ))}
      </CardBody>
    </Card>
  )
}

const Drawing = chakra('div', { base: { minWidth: '0', width: 'full' } })
