import { isRequester, isResolved } from './closing'
import type { Actor } from './permissions'
import type { Ticket } from './rows'

/** The five steps, from 1 to 5. 4 and 5 count as satisfied. */
export const RATING_WORDS = ['Terrible', 'Bad', 'Okay', 'Good', 'Great'] as const

/** Words beside a rating, in characters. */
export const RATING_COMMENT_MAX = 1000

/** The word of a score; empty for a number that is none. */
export const ratingWord = (score: number): string => RATING_WORDS[score - 1] ?? ''

/** The customer of a solved or closed ticket may rate it, and change their mind. */
export const canRate = (actor: Actor | null, ticket: Pick<Ticket, 'customer_id' | 'status'>): boolean =>
  isRequester(actor, ticket) && isResolved(ticket)
