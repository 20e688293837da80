import { countText } from '../model/figures'

/** Characters of a tag; the database's own limit. */
const TAG_MAX = 40

/** `1 ticket`, `1,200 tickets`. */
export const ticketsWord = (count: number): string =>
  `${countText(count)} ${count === 1 ? 'ticket' : 'tickets'}`

/** What is wrong with a tag's new name; null when nothing is. */
export function newTagProblem(newTag: string, tag: string): string | null {
  if (newTag === '') return 'Enter a name'
  if ([...newTag].length > TAG_MAX) return `A tag has at most ${TAG_MAX} characters`
  if (newTag.includes(',')) return 'A tag cannot have a comma'
  return newTag === tag ? 'This is its name already' : null
}
