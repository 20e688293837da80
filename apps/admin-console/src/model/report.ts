import type { ViewFilter } from '@helpdesk/staff/model/saved-views'
import { z } from '@helpdesk/supabase'

const spreadSchema = z.object({
  count: z.number(),
  median: z.nullable(z.number()),
  p90: z.nullable(z.number()),
})
const counts = z.record(z.string(), z.number())

/** Result of `get_report`. Times are minutes, rates are fractions of 1; null means not measured. */
export const reportSchema = z.object({
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  created: z.number(),
  resolved: z.number(),
  reopened: z.number(),
  days: z.array(
    z.object({ day: z.string(), created: z.number(), resolved: z.number(), backlog: z.number() }),
  ),
  first_response: spreadSchema,
  resolution: spreadSchema,
  by_status: counts,
  by_priority: counts,
  by_tag: z.array(z.object({ tag: z.string(), count: z.number() })),
  by_agent: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      resolved: z.number(),
      answered: z.number(),
      response_median: z.nullable(z.number()),
      ratings: z.number(),
      satisfaction_rate: z.nullable(z.number()),
    }),
  ),
  satisfaction: z.object({ count: z.number(), rate: z.nullable(z.number()), scores: z.array(z.number()) }),
})
export type Report = z.infer<typeof reportSchema>

/** The days of a report or an export, and its tickets. */
export interface ReportScope {
  from: string
  to: string
  /** Time zone of the days. */
  zone: string
  /** Empty for all tickets. */
  filter: ViewFilter
}
