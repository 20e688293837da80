import type { TicketSummary } from './rows'

/** Parts of a ticket besides its subject in which a search finds words. */
export const FOUND_PLACES = [
  'description',
  'file',
  'comment',
  'note',
  'tag',
  'requester',
  'assignee',
] as const
export type FoundPlace = (typeof FOUND_PLACES)[number]

/** The URL parameter that switches corrections off: `typed=1`. */
export const AS_TYPED_PARAM = 'typed'

/** Number of relevance-sorted results that can be read; further ones hardly match. */
export const FOUND_MAX = 200

/** A ticket that matches a search text. Hits lie between U+E000 and U+E001 in `marked_subject` and `snippet`. */
export interface FoundTicket extends TicketSummary {
  number: number
  marked_subject: string
  /** null when only the subject matches. */
  found_in: FoundPlace | null
  /** The author of the comment or note. */
  found_by: string | null
  snippet: string | null
  /** The corrected text that was searched as well; the same on each row. */
  corrected: string | null
}

/** Orders of found tickets besides relevance. */
export const FOUND_SORTS = ['created_at', 'priority'] as const

interface TextAndOrder {
  search?: string
  sort?: string
}

/** The order of found tickets: relevance unless one of {@link FOUND_SORTS} is chosen. */
export const foundSort = (sort: string | undefined): (typeof FOUND_SORTS)[number] | 'relevance' =>
  FOUND_SORTS.find((each) => each === sort) ?? 'relevance'

/** True when the list has text and is sorted by relevance, which is paged by the number of rows. */
export const isByRelevance = ({ search, sort }: TextAndOrder): boolean =>
  Boolean(search?.trim()) && foundSort(sort) === 'relevance'

/**
 * Whether the pages read so far end because of {@link FOUND_MAX}, not because there are no more tickets.
 * @param count number of rows read
 */
export const endsAtLimit = (filter: TextAndOrder, count: number): boolean =>
  isByRelevance(filter) && count >= FOUND_MAX

/** Distinguishes the rows of a search from those of a list without text. */
export const isFound = (ticket: TicketSummary): ticket is FoundTicket => 'marked_subject' in ticket

/** The corrected text of a list of found tickets; null when there is none, and for other lists. */
export function correctionOf(tickets: readonly TicketSummary[] | undefined): string | null {
  const first = tickets?.[0]
  return first && isFound(first) ? first.corrected : null
}
