import { useAuth } from '@helpdesk/auth'
import { failureText } from '@helpdesk/tickets/model/errors'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useFilterPeople, type PersonFilter } from '../../api/search-people'
import { typedFilter, type ListScope, type NamedPeople, type TypedFilter } from '../../model/list-filter'
import { pickPerson } from '../../model/pick-person'
import { parseSearch } from '../../model/search-grammar'
import * as texts from '../../model/search-texts'

interface Lookup {
  id?: string
  error?: string
  pending?: boolean
}

/** Looks up the person named by a filter. */
function useNamedPerson(filter: PersonFilter, value: string | undefined): Lookup {
  const { data, error } = useFilterPeople(filter, value)
  if (value === undefined) return {}
  if (!data) return error ? { error: failureText(error) } : { pending: true }
  const person = pickPerson(filter, value, data)
  return typeof person === 'string' ? { error: person } : { id: person.id }
}

interface TypedFiltersProps {
  scope: ListScope
  search: string
  /** Called with the filters once people are looked up, or with errors. */
  onRead: (typed: TypedFilter) => void
}

/** Reads the filters in a search text. Loaded for texts with a colon; renders nothing. */
export function TypedFilters({ scope, search, onRead }: TypedFiltersProps) {
  const userId = useAuth().user?.id
  const parsed = useMemo(() => parseSearch(search), [search])
  const { assigned } = parsed
  const isScoped = assigned !== undefined && scope.assignedTo !== undefined
  const isWord = assigned === 'me' || assigned === 'none'
  const assignee = useNamedPerson('assigned', isWord || isScoped ? undefined : assigned)
  const requester = useNamedPerson('from', parsed.from)
  const people: NamedPeople = {
    ...(requester.id && { customerId: requester.id }),
    ...(assigned === 'none' && { assignedTo: null }),
    ...(assigned === 'me' && { assignedTo: userId }),
    ...(assignee.id && { assignedTo: assignee.id }),
  }
  const errors = [
    ...parsed.errors,
    isScoped && texts.assignedIsScoped,
    assignee.error,
    requester.error,
  ].filter((error) => typeof error === 'string')
  const isPending = assignee.pending || requester.pending
  const typed = isPending && errors.length === 0 ? null : typedFilter(search, parsed, people, errors)
  const report = useEffectEvent(() => typed && onRead(typed))
  const content = JSON.stringify(typed)
  useEffect(() => void report(), [content])
  return null
}
