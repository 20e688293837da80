import { Button, Card, CardBody, CardHeader, CardTitle, chakra, Text } from '@helpdesk/ui'
import { useState, type ReactNode } from 'react'
import { FigureTable } from './FigureTable'
import type { ReportTable } from './tables'
import * as texts from './texts'

interface ChartCardProps {
  table: ReportTable
  /** One sentence for screen readers and under the title. */
  summary: string
  /** The range has no data. */
  isEmpty?: boolean
  /** The chart; without one the card shows the table. */
  children?: ReactNode
}

/** A chart that can be switched to a table. Screen readers get the chart as an image with a summary. */
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
            aria-label={texts.asTable(table.title)}
            onClick={() => setAsTable(!asTable)}
          >
            {texts.table}
          </Button>
        )}
      </CardHeader>
      <CardBody>
        <Text tone="muted" fontSize="sm" marginBottom="3">
          {isEmpty ? texts.nothing : summary}
        </Text>
        {!isEmpty &&
          (tableShown ? (
            <FigureTable table={table} />
          ) : (
            <Chart role="img" aria-label={`${table.title}: ${summary}`}>
              {children}
            </Chart>
          ))}
      </CardBody>
    </Card>
  )
}

const Chart = chakra('div', { base: { minWidth: '0', width: 'full' } })
