import { useAuth } from '@helpdesk/auth'
import { ask, loadData, z } from '@helpdesk/supabase'
import { oncePerPage } from '@helpdesk/ui'
import { useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { useEffect, useSyncExternalStore } from 'react'
import { PeopleCache } from '../cache/people-cache'
import type { Person } from '../model/person'

export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
})

/** Returns `undefined` while unknown, `null` when the profile is gone or could not be read. */
type PersonLookup = (id: string) => Person | null | undefined

/** Profiles by id. @throws AppError */
export async function listPeople(ids: readonly string[]): Promise<Person[]> {
  const data = await loadData()
  return ask(data.from('profiles').select('id,name,email').in('id', ids), z.array(personSchema))
}

/** One cache per query client, and so per signed-in user. */
const caches = oncePerPage('people@1', () => new WeakMap<QueryClient, PeopleCache>())

function cacheOf(queries: QueryClient): PeopleCache {
  const found = caches.get(queries) ?? new PeopleCache(listPeople)
  caches.set(queries, found)
  return found
}

/** Caches the people of loaded rows, so that no request reads them. Rows that a patch changed later do not count. */
export function rememberPeople(queries: QueryClient, rows: readonly TicketSummary[]): void {
  const people = rows.flatMap((row) => [
    [row.created_by, row.creator_name, row.creator_email] as const,
    [row.customer_id, row.requester_name, row.requester_email] as const,
    [row.assigned_to, row.assignee_name, row.assignee_email] as const,
  ])
  cacheOf(queries).add(
    people.flatMap(([id, name, email = null]) => (id && name ? [{ id, name, email }] : [])),
  )
}

/**
 * Looks up people by id; requests only those that are not cached.
 * @param ids must keep its identity while its content is the same
 */
export function usePeople(ids: readonly string[]): PersonLookup {
  const cache = cacheOf(useQueryClient())
  const { profile } = useAuth()
  useEffect(() => {
    if (profile && !cache.snapshot().has(profile.id)) cache.add([profile])
    void cache.load(ids)
  }, [cache, ids, profile])
  const people = useSyncExternalStore(cache.subscribe, cache.snapshot)
  return (id) => people.get(id)
}
