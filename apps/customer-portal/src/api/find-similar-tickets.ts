import { ask, loadData, z } from '@helpdesk/supabase'
import { keepPreviousData, useQuery } from '@helpdesk/ui/query'
import { useEffect, useState } from 'react'
import { SIMILAR_FROM_CHARACTERS, SIMILAR_PAUSE_MS } from '@helpdesk/tickets/model/limits'
import { ticketSchema } from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

const similarSchema = z.array(
  z.pick(ticketSchema, { id: true, subject: true, status: true, created_at: true }),
)
export type SimilarTicket = z.infer<typeof similarSchema>[number]

/** At most three of the caller's own tickets whose subject looks like this one, the likest first. @throws AppError */
export async function findSimilarTickets(subject: string): Promise<SimilarTicket[]> {
  const data = await loadData()
  return ask(data.rpc('find_similar_tickets', { subject }), similarSchema)
}

const none: readonly SimilarTicket[] = []

/**
 * Own tickets like the subject being typed, asked for after a pause in typing. It is an offer: a failure shows
 * nothing, and what was found stays until the next answer is there.
 */
export function useSimilarTickets(subject: string): readonly SimilarTicket[] {
  const typed = subject.trim()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SIMILAR_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const enough = settled.length >= SIMILAR_FROM_CHARACTERS
  const { data } = useQuery({
    queryKey: ticketKeys.similar(settled),
    queryFn: () => findSimilarTickets(settled),
    enabled: enough,
    placeholderData: keepPreviousData,
  })
  return (enough && typed.length >= SIMILAR_FROM_CHARACTERS && data) || none
}
