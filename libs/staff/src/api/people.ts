import { useAuth } from '@helpdesk/auth'
import { ask, loadData, z } from '@helpdesk/supabase'
import { useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import { useEffect, useSyncExternalStore } from 'react'

const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
})
export type Person = z.infer<typeof personSchema>

/** `undefined` is not known yet, `null` cannot be known: the profile is gone, or it could not be read. */
export type PersonLookup = (id: string) => Person | null | undefined

/** Ids in one address: 100 of them are the people of a page of 50 tickets, and 4 kB. */
const PER_REQUEST = 100

/** Profiles by id. @throws AppError */
export async function fetchPeople(ids: readonly string[]): Promise<Person[]> {
  const data = await loadData()
  return ask(data.from('profiles').select('id,name,email').in('id', ids), z.array(personSchema))
}

/** Remembers people: each is asked for once, however often they are shown. */
export class PeopleDirectory {
  #known: ReadonlyMap<string, Person | null> = new Map()
  readonly #asked = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #fetch: typeof fetchPeople

  constructor(fetch: typeof fetchPeople = fetchPeople) {
    this.#fetch = fetch
  }

  /** Everybody that is known; another object as soon as that changes. */
  readonly snapshot = (): ReadonlyMap<string, Person | null> => this.#known

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Takes in people that came another way. */
  add(people: readonly Person[]): void {
    this.#learn(people.map((person) => [person.id, person]))
  }

  /** Looks up those that are neither known nor on their way, in one request for up to 100. */
  async ask(ids: Iterable<string>): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !this.#asked.has(id) && !this.#known.get(id))
    for (let at = 0; at < unknown.length; at += PER_REQUEST)
      await this.#look(unknown.slice(at, at + PER_REQUEST))
  }

  async #look(ids: string[]): Promise<void> {
    for (const id of ids) this.#asked.add(id)
    try {
      const found = await this.#fetch(ids)
      this.#learn([...ids.map((id) => [id, null] as const), ...found.map((each) => [each.id, each] as const)])
    } catch {
      // Unknown for now; whoever shows them next asks again.
      for (const id of ids) this.#asked.delete(id)
      this.#learn(ids.map((id) => [id, null]))
    }
  }

  #learn(entries: Iterable<readonly [string, Person | null]>): void {
    this.#known = new Map([...this.#known, ...entries])
    for (const listener of this.#listeners) listener()
  }
}

/** One directory for each query cache, which is one for each signed-in user. */
const directories = new WeakMap<QueryClient, PeopleDirectory>()

function directoryOf(queries: QueryClient): PeopleDirectory {
  const found = directories.get(queries) ?? new PeopleDirectory()
  directories.set(queries, found)
  return found
}

/**
 * Looks people up by id, those that are not known yet in one request.
 * @param ids the same array as long as its content is the same
 */
export function usePeople(ids: readonly string[]): PersonLookup {
  const directory = directoryOf(useQueryClient())
  const { profile } = useAuth()
  useEffect(() => {
    if (profile && !directory.snapshot().has(profile.id)) directory.add([profile])
    void directory.ask(ids)
  }, [directory, ids, profile])
  const known = useSyncExternalStore(directory.subscribe, directory.snapshot)
  return (id) => known.get(id)
}
