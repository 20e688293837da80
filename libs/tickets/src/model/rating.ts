import { isRequester, isResolved } from './closing'
import type { Actor } from './permissions'
import type { Ticket } from './rows'

/** The words for scores 1 to 5. Scores 4 and 5 count as satisfied. */
export const RATING_WORDS = ['Terrible', 'Bad', 'Okay', 'Good', 'Great'] as const

/** Maximum length of a rating's comment, in characters. */
export const RATING_COMMENT_MAX = 1000

/** The word for a score; empty when the score is out of range. */
export const ratingWord = (score: number): string => RATING_WORDS[score - 1] ?? ''

/** True when the actor may rate the ticket or change its rating. */
export const canRate = (actor: Actor | null, ticket: Pick<Ticket, 'customer_id' | 'status'>): boolean =>
  isRequester(actor, ticket) && isResolved(ticket)
