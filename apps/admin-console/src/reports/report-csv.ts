import { CSV_BOM, csvLine } from '../model/csv'
import type { Report } from '../model/report'
import { fileValue, tablesOf, type ReportTable } from './tables'
import * as texts from './texts'

/**
 * The report as one CSV file: its tables one after the other, each under its title.
 * @param only the filter of its tickets in words; '' for all
 */
export function reportCsv(report: Report, only = ''): { text: string; rows: number } {
  const tables: ReportTable[] = Object.values(tablesOf(report))
  const head = [
    csvLine([texts.report, report.from, report.to, report.time_zone]),
    ...(only ? [csvLine([texts.onlyTickets(only)])] : []),
    csvLine([texts.created, report.created]),
    csvLine([texts.resolved, report.resolved]),
    csvLine([texts.inPercent(texts.satisfaction), fileValue(report.satisfaction.rate, 'share')]),
  ]
  const body = tables.flatMap(({ title, columns, rows }) => [
    csvLine([]),
    csvLine([title]),
    csvLine(columns.map(({ label, fileLabel }) => fileLabel ?? label)),
    ...rows.map((row) => csvLine(row.map((value, at) => fileValue(value, columns[at]?.format)))),
  ])
  return {
    text: CSV_BOM + [...head, ...body].join(''),
    rows: tables.reduce((sum, { rows }) => sum + rows.length, 0),
  }
}
