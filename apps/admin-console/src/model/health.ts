import { z } from '@helpdesk/supabase'
import * as texts from './texts'

const releaseSchema = z.object({
  remote: z.string(),
  version: z.string(),
  errors: z.number(),
  load_failures: z.number(),
  last_seen: z.string(),
  lcp: z.nullable(z.number()),
  inp: z.nullable(z.number()),
  cls: z.nullable(z.number()),
})
const failureSchema = z.object({
  kind: z.enum(['error', 'load']),
  name: z.string(),
  remote: z.string(),
  version: z.string(),
  events: z.number(),
  last_seen: z.string(),
})

/** Result of `get_client_health`. Vitals are 75th percentiles: LCP and INP in milliseconds, CLS a score. */
export const healthSchema = z.object({
  releases: z.array(releaseSchema),
  failures: z.array(failureSchema),
})
export type Health = z.infer<typeof healthSchema>
export type ReleaseHealth = Health['releases'][number]
export type ClientFailure = Health['failures'][number]

type Vital = 'lcp' | 'inp' | 'cls'

/** Upper bounds of "good" and "needs improvement" (https://web.dev/articles/vitals). */
const BOUNDS: Record<Vital, readonly [number, number]> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
}

export type Rating = 'good' | 'fair' | 'poor'

/** How a 75th percentile is rated. */
export function ratingOf(vital: Vital, value: number): Rating {
  const [good, fair] = BOUNDS[vital]
  if (value <= good) return 'good'
  return value <= fair ? 'fair' : 'poor'
}

/** A vital with its unit, such as `1.2 s`, `80 ms` or `0.05`. */
export function vitalText(vital: Vital, value: number): string {
  if (vital === 'cls') return value.toFixed(2)
  return value < 1000 ? texts.milliseconds(Math.round(value)) : texts.seconds((value / 1000).toFixed(1))
}
