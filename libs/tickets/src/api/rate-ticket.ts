import { ask, ConflictError, ForbiddenError, loadData, z } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import { RATING_COMMENT_MAX } from '../model/rating'
import { ratingSchema, type TicketRating } from '../model/rows'
import { useTicketCache } from './get-ticket'
import { ticketError } from './ticket-error'

const inputSchema = z.object({
  score: z.number().check(z.int(), z.gte(1), z.lte(5)),
  comment: z.string().check(z.trim(), z.maxLength(RATING_COMMENT_MAX)),
})

interface NewRating {
  /** 1 to 5. */
  score: number
  /** Blank for none. */
  comment: string
}

/**
 * Rates a solved or closed ticket, or changes the rating.
 * @throws AppError `rating_refused` for a ticket that is not resolved or not the caller's
 */
export async function rateTicket(ticketId: string, input: NewRating): Promise<TicketRating> {
  const { score, comment } = z.parse(inputSchema, input)
  const values = { score, comment: comment || null }
  const data = await loadData()
  const ratings = () => data.from('ticket_ratings')
  const changed = await ask(
    ratings().update(values).eq('ticket_id', ticketId).select(),
    z.array(ratingSchema),
  )
  if (changed[0]) return changed[0]
  try {
    return await ask(
      ratings()
        .insert({ ticket_id: ticketId, ...values })
        .select()
        .single(),
      ratingSchema,
    )
  } catch (error) {
    if (error instanceof ForbiddenError) throw ticketError('rating_refused', error)
    // Another window rated the ticket meanwhile.
    if (!(error instanceof ConflictError)) throw error
    return ask(ratings().update(values).eq('ticket_id', ticketId).select().single(), ratingSchema)
  }
}

/** Rates one ticket and shows the rating on the open page. */
export function useRateTicket(ticketId: string) {
  const cache = useTicketCache(ticketId)
  return useCommand({
    mutationKey: ['rate-ticket', ticketId],
    subject: () => ticketId,
    mutationFn: (input: NewRating) => rateTicket(ticketId, input),
    onSuccess: (rating) => cache.patch((detail) => ({ ...detail, rating })),
  })
}
