import { ask, loadData, z } from '@helpdesk/supabase'
import { keepPreviousData, useQuery } from '@helpdesk/ui/query'
import { useMemo } from 'react'
import { numbersIn } from '../model/reference-numbers'
import { TICKET_STATUSES } from '../model/statuses'
import { ticketKeys } from './keys'

const referenceSchema = z.object({
  number: z.number(),
  subject: z.string(),
  /** Of a merged ticket, that of the one that shows it. */
  status: z.enum(TICKET_STATUSES),
  /** The number of the ticket that shows it now. */
  merged_into: z.nullable(z.number()),
})
/** What a number in a message leads to. */
export type TicketReference = z.infer<typeof referenceSchema>

/**
 * Of these numbers, at most 100, those of tickets that the caller may open. Nothing tells a missing one from that of another
 * person's ticket.
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function getReferences(numbers: readonly number[]): Promise<TicketReference[]> {
  const data = await loadData()
  // GET, so that a request without an answer is retried.
  return ask(
    data.rpc('ticket_references', { numbers: [...numbers] }, { get: true }),
    z.array(referenceSchema),
  )
}

/**
 * The tickets that messages name and the reader may open, by number; empty until they are known. Asks once for all of them,
 * and not at all when no text has a number.
 * @param texts - the most important first
 */
export function useReferences(texts: readonly string[]): ReadonlyMap<number, TicketReference> {
  const numbers = useMemo(() => numbersIn(texts), [texts])
  const { data } = useQuery({
    queryKey: ticketKeys.references(numbers),
    queryFn: () => getReferences(numbers),
    enabled: numbers.length > 0,
    // The links of other messages stay when one with another number comes.
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Map(data?.map((each) => [each.number, each])), [data])
}
