import { ask, loadData, z } from '@helpdesk/supabase'
import { keepPreviousData, useQuery } from '@helpdesk/ui/query'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useDebounced } from '@helpdesk/tickets/api/use-debounced'
import { personSchema } from './list-people'
import type { Person } from '../model/person'
import { containing, searchStaff } from './search-staff'

const MAX_RESULTS = 20
const DEBOUNCE_MS = 200

/** Whom a filter names: the requester or the assignee of a ticket. */
export type PersonFilter = 'from' | 'assigned'

/** People whose name or e-mail contains the text, by name. @throws AppError */
export async function searchPeople(text: string): Promise<Person[]> {
  const data = await loadData()
  const pattern = containing(text.trim())
  const request = data
    .from('profiles')
    .select('id,name,email')
    .or(`name.ilike.${pattern},email.ilike.${pattern}`)
    .order('name')
    .order('id')
    .limit(MAX_RESULTS)
  return ask(request, z.array(personSchema))
}

const search = async (filter: PersonFilter, text: string): Promise<Person[]> =>
  filter === 'from'
    ? searchPeople(text)
    : (await searchStaff(text)).map(({ id, name, email }) => ({ id, name, email: email ?? null }))

const queryOf = (filter: PersonFilter, text: string | undefined) => ({
  queryKey: ticketKeys.filterPeople(filter, text ?? ''),
  queryFn: () => search(filter, text ?? ''),
  staleTime: 60_000,
  enabled: text !== undefined,
})

/** The people that the value of a filter may mean. @param text undefined sends no request */
export const useFilterPeople = (filter: PersonFilter, text: string | undefined) =>
  useQuery(queryOf(filter, text))

/** {@link useFilterPeople} for suggestions: after a pause in typing, from one character on for requesters. */
export function usePersonSuggestions(filter: PersonFilter | null, typed: string): readonly Person[] {
  const text = useDebounced(typed, DEBOUNCE_MS)
  const enabled = filter === 'assigned' || (filter === 'from' && text !== '')
  const { data } = useQuery({
    ...queryOf(filter ?? 'assigned', enabled ? text : undefined),
    // The people for the previous text stay until the next ones arrive; completions drop those who no longer match.
    placeholderData: keepPreviousData,
  })
  return (enabled && data) || NOBODY
}

const NOBODY: readonly Person[] = []
