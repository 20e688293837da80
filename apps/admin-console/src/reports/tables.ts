import { countText, durationText, percentText } from '../model/figures'
import { dayText } from '../model/days'
import type { Report } from '../model/report'
import { isTicketPriority, priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { ratingWord } from '@helpdesk/tickets/model/rating'
import { isTicketStatus, statusLabel, TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import * as texts from './texts'

/** How the screen formats a column; files contain numbers. */
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
const minutes = (label: string): Column => ({ label, fileLabel: texts.inMinutes(label), format: 'minutes' })
const share = (label: string): Column => ({ label, fileLabel: texts.inPercent(label), format: 'share' })
const day: Column = { label: texts.day, format: 'day' }

export function cellText(value: Value, format: Format): string {
  if (format === 'minutes' || format === 'share') {
    const number = typeof value === 'number' ? value : null
    return format === 'minutes' ? durationText(number) : percentText(number)
  }
  if (format === 'count') return countText(Number(value))
  return format === 'day' ? dayText(String(value)) : String(value ?? '')
}

/** What a file contains: shares in percent, as on the screen, to one decimal. */
export const fileValue = (value: Value, format?: Format): Value =>
  format === 'share' && typeof value === 'number' ? Number((value * 100).toFixed(1)) : value

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
      title: texts.flow,
      columns: [day, count(texts.created), count(texts.resolved)],
      rows: report.days.map((each) => [each.day, each.created, each.resolved]),
    },
    backlog: {
      id: 'backlog',
      title: texts.backlog,
      columns: [day, count(texts.unresolved)],
      rows: report.days.map((each) => [each.day, each.backlog]),
    },
    times: {
      id: 'times',
      title: texts.times,
      columns: [
        text(texts.timeTo),
        count(texts.tickets),
        minutes(texts.medianTime),
        minutes(texts.percentile),
      ],
      rows: [
        [texts.firstResponse, ...spread(report.first_response)],
        [texts.resolution, ...spread(report.resolution)],
      ],
    },
    status: {
      id: 'status',
      title: texts.byStatus,
      columns: [text(texts.status), count(texts.tickets)],
      rows: inOrder(TICKET_STATUSES, report.by_status, statusName),
    },
    priority: {
      id: 'priority',
      title: texts.byPriority,
      columns: [text(texts.priority), count(texts.tickets)],
      rows: inOrder(TICKET_PRIORITIES, report.by_priority, priorityName),
    },
    tag: {
      id: 'tag',
      title: texts.byTag,
      columns: [text(texts.tag), count(texts.tickets)],
      rows: report.by_tag.map((each) => [each.tag, each.count]),
    },
    agent: {
      id: 'agent',
      title: texts.byAgent,
      columns: [
        text(texts.agent),
        count(texts.resolved),
        count(texts.firstResponses),
        minutes(texts.medianResponse),
        count(texts.ratings),
        share(texts.satisfaction),
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
      title: texts.satisfaction,
      columns: [text(texts.rating), count(texts.customers)],
      rows: report.satisfaction.scores.map((customers, index) => [ratingWord(index + 1), customers]),
    },
  } satisfies Record<string, ReportTable>
}
const spread = ({ count: n, median, p90 }: Report['resolution']) => [n, median, p90]
