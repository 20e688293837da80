import type { TicketSummary } from './rows'

/** Number of rows that the last page had when it was read, by which the end of a list is recognised. */
export const lastPageSize = (
  last: readonly TicketSummary[],
  start: { removed?: number } | undefined,
): number => last.length + (start?.removed ?? 0)
