import { ask, loadData, z } from '@helpdesk/supabase'
import { keepPreviousData, useQuery } from '@helpdesk/ui/query'
import { SIMILAR_MIN_LENGTH, SIMILAR_DEBOUNCE_MS } from '@helpdesk/tickets/model/limits'
import { ticketSchema } from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useDebounced } from '@helpdesk/tickets/api/use-debounced'

const similarSchema = z.array(
  z.pick(ticketSchema, { id: true, number: true, subject: true, status: true, created_at: true }),
)
export type SimilarTicket = z.infer<typeof similarSchema>[number]

/** Finds up to three of the caller's tickets with a similar subject, most similar first. @throws AppError */
export async function findSimilarTickets(subject: string): Promise<SimilarTicket[]> {
  const data = await loadData()
  return ask(data.rpc('find_similar_tickets', { subject }), similarSchema)
}

const none: readonly SimilarTicket[] = []

/**
 * The user's tickets similar to the typed subject, after a pause in typing. They are optional, so a failure shows
 * nothing.
 */
export function useSimilarTickets(subject: string): readonly SimilarTicket[] {
  const typed = subject.trim()
  const settled = useDebounced(typed, SIMILAR_DEBOUNCE_MS, '')
  const enough = settled.length >= SIMILAR_MIN_LENGTH
  const { data } = useQuery({
    queryKey: ticketKeys.similar(settled),
    queryFn: () => findSimilarTickets(settled),
    enabled: enough,
    placeholderData: keepPreviousData,
  })
  return (enough && typed.length >= SIMILAR_MIN_LENGTH && data) || none
}
