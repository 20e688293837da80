import { deferred, quietly, Skeleton } from '@helpdesk/ui'
import type { DayLinesProps } from './DayLines'

const lines = deferred<DayLinesProps>(
  async () => (await import('./DayLines')).DayLines,
  <Skeleton height="240px" />,
)

/** `DayLines` in its own chunk, with the chart library. */
export const DayLines = lines.Screen
export const preloadCharts = quietly(lines.preload)
