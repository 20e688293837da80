import { ask } from '@helpdesk/supabase/ask'
import { loadData } from '@helpdesk/supabase/data-client'
import * as z from 'zod/mini'

const schema = z.object({ ticket_number: z.number() })
/** The ticket that a link rates. */
export type RatedTicket = z.output<typeof schema>

export const ANSWERS = ['good', 'bad'] as const
export type Answer = (typeof ANSWERS)[number]
export const isAnswer = (value: unknown): value is Answer => ANSWERS.some((answer) => answer === value)

/** Changes nothing. @throws AppError, 404 for a link that is not valid any more */
export async function getRatedTicket(token: string): Promise<RatedTicket> {
  return ask((await loadData()).rpc('get_rating_link', { token }, { get: true }), schema)
}

/** Rates the ticket, or changes the rating. @throws AppError */
export async function rateByLink(token: string, answer: Answer): Promise<RatedTicket> {
  return ask((await loadData()).rpc('rate_by_link', { token, is_good: answer === 'good' }), schema)
}
