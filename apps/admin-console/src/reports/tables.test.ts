import { describe, expect, it } from 'vitest'
import { reportCsv } from './report-csv'
import { backlogText, busiestText, flowText, topText } from './summaries'
import { cellText, tablesOf } from './tables'
import { buildReport, emptyReport } from './testing'

describe('tablesOf', () => {
  const tables = tablesOf(buildReport())
  it('lists all statuses and priorities in order, missing ones as zero', () => {
    expect(tables.status.rows).toEqual([
      ['Open', 1],
      ['In Progress', 0],
      ['Pending', 0],
      ['On Hold', 0],
      ['Solved', 2],
      ['Closed', 0],
    ])
    expect(tables.priority.rows.map(([name]) => name)).toEqual(['Urgent', 'High', 'Medium', 'Normal', 'Low'])
  })
  it('keeps unknown keys', () => {
    expect(tablesOf(buildReport({ by_status: { asleep: 4 } })).status.rows.at(-1)).toEqual(['asleep', 4])
  })
  it('has a row for each day and each rating', () => {
    expect(tables.flow.rows).toEqual([
      ['2026-01-04', 1, 2],
      ['2026-01-05', 2, 0],
    ])
    expect(tables.backlog.rows.map((row) => row[1])).toEqual([4, 6])
    expect(tables.satisfaction.rows.map((row) => row[1])).toEqual([0, 1, 0, 0, 1])
  })
  it('formats a cell by its column', () => {
    expect(cellText(90, 'minutes')).toBe('1.5h')
    expect(cellText(null, 'minutes')).toBe('–')
    expect(cellText(0.5, 'share')).toBe('50%')
    expect(cellText(1234, 'count')).toBe('1,234')
    expect(cellText('2026-01-04', 'day')).toBe('Jan 4, 2026')
    expect(cellText('<b>', 'text')).toBe('<b>')
  })
})

describe('reportCsv', () => {
  it('contains the page’s tables with units, and escapes formulas', () => {
    const { text, rows } = reportCsv(buildReport())
    expect(text.startsWith('\uFEFFReport,2026-01-04,2026-01-05,UTC\r\nCreated,3\r\n')).toBe(true)
    expect(text).toContain('\r\nSatisfaction (%),50\r\n')
    expect(text).toContain('\r\nCreated and resolved\r\nDay,Created,Resolved\r\n2026-01-04,1,2\r\n')
    expect(text).toContain(
      'Time to,Tickets,Median (minutes),90th percentile (minutes)\r\nFirst response,3,30,78\r\n',
    )
    expect(text).toContain("Tag,Tickets\r\nbilling,2\r\n'=cmd,1\r\n")
    expect(text).toContain('Ada Agent,2,3,20,2,50\r\n')
    expect(rows).toBe(2 + 2 + 2 + 6 + 5 + 2 + 1 + 5)
  })
  it('leaves figures without measurements empty', () => {
    expect(reportCsv(emptyReport()).text).toContain('First response,0,,\r\n')
  })
})

describe('summaries', () => {
  it('describe the charts', () => {
    const report = buildReport()
    expect(flowText(report)).toBe('3 tickets created, 2 resolved; the most on Jan 5, 2026 (2).')
    expect(backlogText(report)).toBe('6 unresolved at the end of Jan 5, 2026, 2 more than on the first day.')
    expect(topText(tablesOf(report).priority, report.created)).toBe('High is the most frequent: 2 of 3.')
    expect(busiestText(report)).toBe('Ada Agent resolved the most: 2 tickets.')
  })
  it('handle empty and single-day reports', () => {
    const none = emptyReport()
    expect(flowText(none)).toBe('0 tickets created, 0 resolved.')
    expect(backlogText(none)).toBe('0 unresolved at the end of Jan 5, 2026.')
    expect(topText(tablesOf(none).priority, 0)).toBe('')
    expect(busiestText(none)).toBe('')
    const days = (first: number, last: number) =>
      buildReport({
        days: [
          { day: '2026-01-04', created: 0, resolved: 0, backlog: first },
          { day: '2026-01-05', created: 0, resolved: 0, backlog: last },
        ],
      })
    expect(backlogText(days(5, 2))).toContain('3 fewer than on the first day')
    expect(backlogText(days(5, 5))).toContain('as many as on the first day')
  })
})
