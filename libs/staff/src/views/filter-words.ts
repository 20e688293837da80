import { ORDERS } from '@helpdesk/tickets/model/list-fields'
import { wordsOf } from '@helpdesk/tickets/model/ticket-list'
import type { ViewFilter } from '../model/saved-views'
import * as texts from './texts'

const BEST_MATCH = [texts.bestMatch, texts.bestMatch] as const

/** Describes the tickets of a filter: `Open, Urgent, unassigned, with “printer”`. */
export const ticketWords = (filter: ViewFilter): string => wordsOf(filter).join(', ')

/** Describes a filter with its order: `Open, Urgent, unassigned, with “printer”, most urgent first`. */
export function filterWords(filter: ViewFilter): string {
  const { text, sort, dir } = filter
  const [descending, ascending] = text && !sort ? BEST_MATCH : ORDERS[sort ?? 'created_at'].words
  return `${ticketWords(filter)}, ${dir === 'asc' ? ascending : descending}`
}
