import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import type { BulkTarget } from './bulk'

/**
 * The selected tickets, loaded or not.
 * @param others what is known of tickets that are not loaded
 */
export function targetsOf(
  chosen: ReadonlySet<string>,
  list: readonly TicketSummary[] | undefined,
  others: readonly BulkTarget[] = [],
): BulkTarget[] {
  if (chosen.size === 0) return []
  const loaded = list?.filter(({ id }) => chosen.has(id)) ?? []
  const found = new Set(loaded.map(({ id }) => id))
  const known = new Map(others.map((ticket) => [ticket.id, ticket]))
  const rest = [...chosen].filter((id) => !found.has(id))
  return [...loaded, ...rest.map((id) => known.get(id) ?? { id })]
}
