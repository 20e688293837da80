import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { linkedTicketsSchema, type LinkedTickets } from '@helpdesk/tickets/model/rows'
import { useCommand, useQuery, useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import { BULK_MAX, partsOf, type BulkResult } from '../model/bulk'
import type { TicketLink } from '../model/links'
import { bulkResultFields } from './bulk-result'

const changedSchema = z.object({
  results: z.array(z.object({ ...bulkResultFields, changed: z.boolean() })),
})

export interface LinkOutcome {
  /** `changed` is false for one that was linked, or not linked, before. */
  results: (BulkResult & { changed: boolean })[]
}

/**
 * Links tickets with a target, or ends these links. A refused one does not stop the others.
 * @param adds false to end the links
 * @throws AppError when a call is refused or fails; of many tickets, those of earlier calls stay linked
 */
export async function changeLinks(
  { sources, target, kind }: TicketLink,
  adds: boolean,
): Promise<LinkOutcome> {
  const data = await loadData()
  const outcome: LinkOutcome = { results: [] }
  for (const ticket_ids of partsOf(sources, BULK_MAX)) {
    const values = { ticket_ids, target, kind }
    const request = adds ? data.rpc('link_tickets', values) : data.rpc('unlink_tickets', values)
    outcome.results.push(...(await ask(request, changedSchema)).results)
  }
  return outcome
}

export function readLinksAgain(queries: QueryClient): void {
  for (const queryKey of [ticketKeys.details(), ticketKeys.allLinked()])
    void queries.invalidateQueries({ queryKey })
}

/** {@link changeLinks}, after which pages read the tickets again. */
export function useChangeLinks() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['change-links'],
    mutationFn: ({ adds, ...link }: TicketLink & { adds: boolean }) => changeLinks(link, adds),
    onSuccess: () => readLinksAgain(queries),
  })
}

/** All tickets linked with one, at most 500 incidents. @throws AppError */
export async function getLinkedTickets(ticketId: string): Promise<LinkedTickets> {
  const data = await loadData()
  return ask(data.rpc('linked_tickets', { ticket_id: ticketId }, { get: true }), linkedTicketsSchema)
}

export const useLinkedTickets = (ticketId: string, enabled: boolean) =>
  useQuery({
    queryKey: ticketKeys.linked(ticketId),
    queryFn: () => getLinkedTickets(ticketId),
    enabled,
  })
