import { usePersonSuggestions } from '../api/search-people'
import type { Person } from '../model/person'
import { filterText } from '../model/search-tokens'
import { parseTicketNumber } from '@helpdesk/tickets/model/ticket-number'

/** Shorter texts match too many people. */
const MIN_LENGTH = 2
const MAX_RESULTS = 5

/** People whose name or e-mail contains the text, after a pause in typing. */
export function useFoundPeople(query: string): readonly Person[] {
  const text = query.trim().toLowerCase()
  const searched = text.length >= MIN_LENGTH && parseTicketNumber(text) === undefined ? text : ''
  const found = usePersonSuggestions('from', searched)
  if (!searched) return []
  // Of the current text, so that Enter cannot pick somebody who no longer matches.
  return found
    .filter(({ name, email }) => `${name}\n${email ?? ''}`.toLowerCase().includes(searched))
    .slice(0, MAX_RESULTS)
}

/** The list of a person's tickets. @param list path of the list of all tickets */
export function ticketsPath(list: string, { name, email }: Person): string {
  const [path = '', search] = list.split('?')
  const params = new URLSearchParams(search)
  params.set('q', filterText('from', email ?? name))
  return `${path}?${params}`
}
