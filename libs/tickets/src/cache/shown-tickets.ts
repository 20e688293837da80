import type { InfiniteData, QueryClient } from '@helpdesk/ui/query'
import type { TicketSummary } from '../model/rows'
import { ticketKeys } from '../api/keys'

/** True when a list or the page of a ticket shows one of these. */
export const showsTickets = (queries: QueryClient, ids: readonly string[]): boolean =>
  ids.some((id) => queries.getQueryCache().find({ queryKey: ticketKeys.detail(id), type: 'active' })) ||
  queries
    .getQueriesData<InfiniteData<TicketSummary[]>>({ queryKey: ticketKeys.lists(), type: 'active' })
    .some(([, list]) => list?.pages.flat().some(({ id }) => ids.includes(id)))
