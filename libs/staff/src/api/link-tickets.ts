import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { linkedTicketsSchema, type LinkedTickets } from '@helpdesk/tickets/model/rows'
import { useCommand, useQuery, useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import type { BulkResult } from '../model/bulk'
import type { TicketLink } from '../model/links'

const changedSchema = z.object({
  number: z.number(),
  results: z.array(
    z.object({
      id: z.string(),
      number: z.nullish(z.number()),
      subject: z.nullish(z.string()),
      ok: z.boolean(),
      changed: z.boolean(),
      code: z.nullish(z.string()),
      hint: z.nullish(z.string()),
    }),
  ),
})

export interface LinkOutcome {
  /** Number of the ticket that shows the target. */
  number: number
  /** `changed` is false for one that was linked, or not linked, before. */
  results: (BulkResult & { changed: boolean })[]
}

/**
 * Links tickets with a target, or ends these links. A refused one does not stop the others.
 * @param adds false to end the links
 * @throws AppError when the whole call is refused or fails
 */
export async function changeLinks(
  { sources, target, kind }: TicketLink,
  adds: boolean,
): Promise<LinkOutcome> {
  const data = await loadData()
  const values = { ticket_ids: [...sources], target, kind }
  const request = adds ? data.rpc('link_tickets', values) : data.rpc('unlink_tickets', values)
  return ask(request, changedSchema)
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
