import type { Person } from '../model/person'

/** Ids per request: enough for a page of 50 tickets, in a URL of 4 kB. */
const PER_REQUEST = 100

/** Caches people: each is requested once, however often they are shown. */
export class PeopleCache {
  #people: ReadonlyMap<string, Person | null> = new Map()
  readonly #requested = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #fetch: (ids: readonly string[]) => Promise<Person[]>

  constructor(fetch: (ids: readonly string[]) => Promise<Person[]>) {
    this.#fetch = fetch
  }

  /** Every cached person; a new object after each change. */
  readonly snapshot = (): ReadonlyMap<string, Person | null> => this.#people

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Caches people who are new or have changed; the others keep their identity. */
  add(people: readonly Person[]): void {
    const changed = people.filter(({ id, name, email }) => {
      const known = this.#people.get(id)
      return known?.name !== name || known.email !== email
    })
    if (changed.length > 0) this.#store(changed.map((person) => [person.id, person]))
  }

  /** Requests people that are neither cached nor already requested, up to 100 at a time. */
  async load(ids: Iterable<string>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#requested.has(id) && !this.#people.get(id))
    for (let at = 0; at < missing.length; at += PER_REQUEST)
      await this.#request(missing.slice(at, at + PER_REQUEST))
  }

  async #request(ids: string[]): Promise<void> {
    for (const id of ids) this.#requested.add(id)
    try {
      const found = await this.#fetch(ids)
      this.#store([...ids.map((id) => [id, null] as const), ...found.map((each) => [each.id, each] as const)])
    } catch {
      // Left for the next `load` to request again.
      for (const id of ids) this.#requested.delete(id)
      this.#store(ids.map((id) => [id, null]))
    }
  }

  #store(entries: Iterable<readonly [string, Person | null]>): void {
    this.#people = new Map([...this.#people, ...entries])
    for (const listener of this.#listeners) listener()
  }
}
