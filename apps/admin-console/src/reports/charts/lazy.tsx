import { deferred, quietly, Skeleton } from '@helpdesk/ui'
import type { DayLinesProps } from './DayLines'

const lines = deferred<DayLinesProps>(
  async () => (await import('./DayLines')).DayLines,
  <Skeleton height="240px" />,
)

/** Figures by day as lines; the charts' library comes with the first of them. */
export const DayLines = lines.Screen
/** Fetches the charts' library ahead, beside the figures. */
export const preloadCharts = quietly(lines.preload)
