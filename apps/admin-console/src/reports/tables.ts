import { countText, durationText, percentText } from '../model/figures'
import { dayText } from '../model/days'
import type { Report } from '../model/report'
import { isTicketPriority, priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { isTicketStatus, statusLabel, TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'

/** How the screen formats a column; files contain the raw values. */
export type Format = 'text' | 'day' | 'count' | 'minutes' | 'share'
type Value = string | number | null

export interface Column {
  label: string
  /** Label in a file, with the unit. */
  fileLabel?: string
  format: Format
}

/** Figures as rows and columns, for a chart, its table and the export. */
export interface ReportTable {
  id: string
  title: string
  columns: readonly Column[]
  rows: readonly (readonly Value[])[]
}

const text = (label: string): Column => ({ label, format: 'text' })
const count = (label: string): Column => ({ label, format: 'count' })
const minutes = (label: string): Column => ({ label, fileLabel: `${label} (minutes)`, format: 'minutes' })
const share = (label: string): Column => ({ label, fileLabel: `${label} (share of 1)`, format: 'share' })
const day: Column = { label: 'Day', format: 'day' }

export function cellText(value: Value, format: Format): string {
  if (format === 'minutes' || format === 'share') {
    const number = typeof value === 'number' ? value : null
    return format === 'minutes' ? durationText(number) : percentText(number)
  }
  if (format === 'count') return countText(Number(value))
  return format === 'day' ? dayText(String(value)) : String(value ?? '')
}

const statusName = (status: string) => (isTicketStatus(status) ? statusLabel(status) : status)
const priorityName = (priority: string) => (isTicketPriority(priority) ? priorityLabel(priority) : priority)

/** Counts in the given order, then unknown keys of a newer database; missing keys count zero. */
const inOrder = (order: readonly string[], counts: Record<string, number>, name: (key: string) => string) =>
  [...order, ...Object.keys(counts).filter((key) => !order.includes(key))].map((key) => [
    name(key),
    counts[key] ?? 0,
  ])

/** Every figure of a report, as tables. */
export function tablesOf(report: Report) {
  return {
    flow: {
      id: 'flow',
      title: 'Created and resolved',
      columns: [day, count('Created'), count('Resolved')],
      rows: report.days.map((each) => [each.day, each.created, each.resolved]),
    },
    backlog: {
      id: 'backlog',
      title: 'Backlog',
      columns: [day, count('Unresolved tickets')],
      rows: report.days.map((each) => [each.day, each.backlog]),
    },
    times: {
      id: 'times',
      title: 'Response and resolution time',
      columns: [text('Time to'), count('Tickets'), minutes('Median'), minutes('90th percentile')],
      rows: [
        ['First response', ...spread(report.first_response)],
        ['Resolution', ...spread(report.resolution)],
      ],
    },
    status: {
      id: 'status',
      title: 'Tickets by status',
      columns: [text('Status'), count('Tickets')],
      rows: inOrder(TICKET_STATUSES, report.by_status, statusName),
    },
    priority: {
      id: 'priority',
      title: 'Tickets by priority',
      columns: [text('Priority'), count('Tickets')],
      rows: inOrder(TICKET_PRIORITIES, report.by_priority, priorityName),
    },
    tag: {
      id: 'tag',
      title: 'Tickets by tag',
      columns: [text('Tag'), count('Tickets')],
      rows: report.by_tag.map((each) => [each.tag, each.count]),
    },
    agent: {
      id: 'agent',
      title: 'By agent',
      columns: [
        text('Agent'),
        count('Resolved'),
        count('First responses'),
        minutes('Median response'),
        count('Ratings'),
        share('Satisfaction'),
      ],
      rows: report.by_agent.map((each) => [
        each.name,
        each.resolved,
        each.answered,
        each.response_median,
        each.ratings,
        each.satisfaction_rate,
      ]),
    },
    satisfaction: {
      id: 'satisfaction',
      title: 'Satisfaction',
      columns: [text('Rating'), count('Customers')],
      rows: report.satisfaction.scores.map((customers, index) => [
        STARS[index] ?? String(index + 1),
        customers,
      ]),
    },
  } satisfies Record<string, ReportTable>
}

const STARS = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars']
const spread = ({ count: n, median, p90 }: Report['resolution']) => [n, median, p90]
