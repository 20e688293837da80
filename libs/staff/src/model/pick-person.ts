import type { Person } from './person'
import * as texts from './search-texts'

/** Names listed in an error. */
const LISTED = 3

/**
 * Finds the person that the value of a filter means: by e-mail, by name, or the only one who matches.
 * @param people those whose name or e-mail contains the value
 * @returns the person, or an error for the user
 */
export function pickPerson(key: string, value: string, people: readonly Person[]): Person | string {
  const lowered = value.toLowerCase()
  const byEmail = people.find(({ email }) => email?.toLowerCase() === lowered)
  const byName = people.filter(({ name }) => name.toLowerCase() === lowered)
  const matching = byName.length > 0 ? byName : people
  const [first] = matching
  if (byEmail) return byEmail
  if (!first) return texts.unknownPerson(value)
  if (matching.length === 1) return first
  const names = matching.slice(0, LISTED).map(({ name, email }) => email ?? name)
  return texts.severalPeople(key, names, matching.length > LISTED)
}
