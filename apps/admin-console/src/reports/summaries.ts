import { countText } from '../model/figures'
import { dayText } from '../model/days'
import type { Report } from '../model/report'
import type { ReportTable } from './tables'
import * as texts from './texts'

/** `12 tickets created, 9 resolved; the most on Jan 5, 2026 (4).` */
export function flowText({ days, created, resolved }: Report): string {
  const busiest = days.reduce<Report['days'][number] | undefined>(
    (most, each) => (each.created > (most?.created ?? 0) ? each : most),
    undefined,
  )
  const peak = busiest ? texts.busiestDay(dayText(busiest.day), countText(busiest.created)) : ''
  return `${texts.flowSummary(created, countText(resolved))}${peak}.`
}

/** `15 unresolved tickets at the end of Jan 31, 2026, 3 more than on the first day.` */
export function backlogText({ days }: Report): string {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return ''
  const change = last.backlog - first.backlog
  const now = texts.unresolvedOn(countText(last.backlog), dayText(last.day))
  return days.length === 1 ? `${now}.` : `${now}${comparison(change)}.`
}

function comparison(change: number): string {
  if (change === 0) return texts.asOnFirstDay
  return change > 0
    ? texts.moreThanOnFirstDay(countText(change))
    : texts.fewerThanOnFirstDay(countText(-change))
}

/** `billing is the most frequent: 5 of 12.` Ties go to the first. @param of number of tickets */
export function topText({ rows }: ReportTable, of: number): string {
  const counts = rows.map((row) => Number(row[1]))
  const most = Math.max(0, ...counts)
  const name = rows[counts.indexOf(most)]?.[0]
  return most === 0 ? '' : texts.mostFrequent(String(name), countText(most), countText(of))
}

/** `Ada Agent resolved the most: 7 tickets.` */
export function busiestText({ by_agent: agents }: Report): string {
  const [first] = agents
  return first && first.resolved > 0 ? texts.resolvedMost(first.name, first.resolved) : ''
}
