import type { TicketSummary } from './rows'

/** Number of rows that the last page had when it was read, from which the end of a list is told. */
export const lastPageSize = (
  last: readonly TicketSummary[],
  start: { removed?: number } | undefined,
): number => last.length + (start?.removed ?? 0)
