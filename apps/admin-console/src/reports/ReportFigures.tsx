import { countText, durationText, percentText } from '../model/figures'
import type { Report } from '../model/report'
import { TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { Grid, StatCard } from '@helpdesk/ui'
import { BarList } from './charts/BarList'
import { DayLines } from './charts/lazy'
import { ChartCard } from './ChartCard'
import { backlogText, busiestText, flowText, topText } from './summaries'
import { tablesOf, type ReportTable } from './tables'
import * as texts from './texts'

const color = (token: string) => `var(--hd-colors-${token})`
const FLOW = [
  { column: 1, kind: 'line', color: color('accent') },
  { column: 2, kind: 'line', color: color('success'), dash: '6 4' },
] as const
const BACKLOG = [{ column: 1, kind: 'area', color: color('warning') }] as const
const statusColors = TICKET_STATUSES.map((status) => `status.${status}`)
const priorityColors = TICKET_PRIORITIES.map((priority) => `priority.${priority}`)

const TAGS_DRAWN = 10
const tagText = (table: ReportTable, of: number) =>
  `${topText(table, of)}${table.rows.length > TAGS_DRAWN ? texts.top(TAGS_DRAWN) : ''}`

/** Cards and charts of a report. */
export function ReportFigures({ report }: { report: Report }) {
  const tables = tablesOf(report)
  const { first_response: response, resolution, satisfaction } = report
  const within = (p90: number | null) => (p90 === null ? texts.noneInRange : texts.within(durationText(p90)))
  const none = report.created === 0
  return (
    <>
      <Grid gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(11rem, 100%), 1fr))">
        <StatCard title={texts.created} value={countText(report.created)} caption={texts.createdText} />
        <StatCard title={texts.resolved} value={countText(report.resolved)} caption={texts.resolvedText} />
        <StatCard title={texts.reopened} value={countText(report.reopened)} caption={texts.reopenedText} />
        <StatCard
          title={texts.firstResponse}
          value={durationText(response.median)}
          caption={texts.median(within(response.p90))}
        />
        <StatCard
          title={texts.resolution}
          value={durationText(resolution.median)}
          caption={texts.median(within(resolution.p90))}
        />
        <StatCard
          title={texts.satisfaction}
          value={percentText(satisfaction.rate)}
          caption={texts.ratingsText(countText(satisfaction.count))}
        />
      </Grid>
      <Grid marginTop="4" gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(26rem, 100%), 1fr))">
        <ChartCard table={tables.flow} summary={flowText(report)} isEmpty={none && report.resolved === 0}>
          <DayLines table={tables.flow} series={FLOW} />
        </ChartCard>
        <ChartCard table={tables.backlog} summary={backlogText(report)}>
          <DayLines table={tables.backlog} series={BACKLOG} />
        </ChartCard>
        <ChartCard table={tables.status} summary={texts.statusText} isEmpty={none}>
          <BarList table={tables.status} of={report.created} colors={statusColors} />
        </ChartCard>
        <ChartCard table={tables.priority} summary={topText(tables.priority, report.created)} isEmpty={none}>
          <BarList table={tables.priority} of={report.created} colors={priorityColors} />
        </ChartCard>
        <ChartCard
          table={tables.tag}
          summary={tagText(tables.tag, report.created)}
          isEmpty={report.by_tag.length === 0}
        >
          <BarList table={tables.tag} of={report.created} max={TAGS_DRAWN} />
        </ChartCard>
        <ChartCard
          table={tables.satisfaction}
          summary={texts.goodShare(percentText(satisfaction.rate))}
          isEmpty={satisfaction.count === 0}
        >
          <BarList table={tables.satisfaction} of={satisfaction.count} />
        </ChartCard>
      </Grid>
      <Grid marginTop="4" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <ChartCard table={tables.times} summary={texts.timesText} />
        <ChartCard
          table={tables.agent}
          summary={busiestText(report)}
          isEmpty={report.by_agent.length === 0}
        />
      </Grid>
    </>
  )
}
