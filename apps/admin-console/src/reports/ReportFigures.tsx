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
  `${topText(table, of)}${table.rows.length > TAGS_DRAWN ? ` Showing the top ${TAGS_DRAWN}.` : ''}`

/** Cards and charts of a report. */
export function ReportFigures({ report }: { report: Report }) {
  const tables = tablesOf(report)
  const { first_response: response, resolution, satisfaction } = report
  const within = (p90: number | null) =>
    p90 === null ? 'None in these days' : `9 of 10 within ${durationText(p90)}`
  const none = report.created === 0
  return (
    <>
      <Grid gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(11rem, 100%), 1fr))">
        <StatCard title="Created" value={countText(report.created)} caption="New tickets" />
        <StatCard title="Resolved" value={countText(report.resolved)} caption="Solved or closed" />
        <StatCard
          title="Reopened"
          value={countText(report.reopened)}
          caption="After being solved or closed"
        />
        <StatCard
          title="First response"
          value={durationText(response.median)}
          caption={`Median. ${within(response.p90)}`}
        />
        <StatCard
          title="Resolution"
          value={durationText(resolution.median)}
          caption={`Median. ${within(resolution.p90)}`}
        />
        <StatCard
          title="Satisfaction"
          value={percentText(satisfaction.rate)}
          caption={`Good ratings of ${countText(satisfaction.count)}`}
        />
      </Grid>
      <Grid marginTop="4" gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(26rem, 100%), 1fr))">
        <ChartCard table={tables.flow} summary={flowText(report)} isEmpty={none && report.resolved === 0}>
          <DayLines table={tables.flow} series={FLOW} />
        </ChartCard>
        <ChartCard table={tables.backlog} summary={backlogText(report)}>
          <DayLines table={tables.backlog} series={BACKLOG} />
        </ChartCard>
        <ChartCard
          table={tables.status}
          summary="Where the tickets raised in these days stand now."
          isEmpty={none}
        >
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
          summary={`${percentText(satisfaction.rate)} of the ratings are 4 or 5 stars.`}
          isEmpty={satisfaction.count === 0}
        >
          <BarList table={tables.satisfaction} of={satisfaction.count} />
        </ChartCard>
      </Grid>
      <Grid marginTop="4" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <ChartCard
          table={tables.times}
          summary="Half of the tickets were faster than the median, 9 of 10 faster than the 90th percentile."
        />
        <ChartCard
          table={tables.agent}
          summary={busiestText(report)}
          isEmpty={report.by_agent.length === 0}
        />
      </Grid>
    </>
  )
}
