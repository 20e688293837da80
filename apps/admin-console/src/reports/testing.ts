import type { Report } from '../model/report'

/** A report of two days in which every figure has data. */
export const buildReport = (overrides: Partial<Report> = {}): Report => ({
  from: '2026-01-04',
  to: '2026-01-05',
  time_zone: 'UTC',
  created: 3,
  resolved: 2,
  reopened: 1,
  days: [
    { day: '2026-01-04', created: 1, resolved: 2, backlog: 4 },
    { day: '2026-01-05', created: 2, resolved: 0, backlog: 6 },
  ],
  first_response: { count: 3, median: 30, p90: 78 },
  resolution: { count: 2, median: 1440, p90: 14160 },
  by_status: { open: 1, solved: 2 },
  by_priority: { high: 2, low: 1 },
  by_tag: [
    { tag: 'billing', count: 2 },
    { tag: '=cmd', count: 1 },
  ],
  by_agent: [
    {
      id: 'a1',
      name: 'Ada Agent',
      resolved: 2,
      answered: 3,
      response_median: 20,
      ratings: 2,
      satisfaction_rate: 0.5,
    },
  ],
  satisfaction: { count: 2, rate: 0.5, scores: [0, 1, 0, 0, 1] },
  ...overrides,
})

/** A report of one day without activity. */
export const emptyReport = (): Report =>
  buildReport({
    from: '2026-01-05',
    created: 0,
    resolved: 0,
    days: [{ day: '2026-01-05', created: 0, resolved: 0, backlog: 0 }],
    first_response: { count: 0, median: null, p90: null },
    resolution: { count: 0, median: null, p90: null },
    by_status: {},
    by_priority: {},
    by_tag: [],
    by_agent: [],
    satisfaction: { count: 0, rate: null, scores: [0, 0, 0, 0, 0] },
  })
