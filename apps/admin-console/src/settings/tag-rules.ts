import { countText } from '../model/figures'

/** Maximum length of a tag in the database, in characters. */
const TAG_MAX = 40

/** `1 ticket`, `1,200 tickets`. */
export const ticketCount = (count: number): string =>
  `${countText(count)} ${count === 1 ? 'ticket' : 'tickets'}`

/** Why a tag cannot have the new name; null when it can. */
export function newTagProblem(newTag: string, tag: string): string | null {
  if (newTag === '') return 'Enter a name'
  if ([...newTag].length > TAG_MAX) return `A tag has at most ${TAG_MAX} characters`
  if (newTag.includes(',')) return 'A tag cannot have a comma'
  return newTag === tag ? 'The tag already has this name' : null
}
