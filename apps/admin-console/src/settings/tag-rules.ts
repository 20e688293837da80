import * as texts from './texts'

/** Maximum length of a tag in the database, in characters. */
export const TAG_MAX = 40

/** Why a tag cannot have the new name; null when it can. */
export function newTagProblem(newTag: string, tag: string): string | null {
  if (newTag === '') return texts.tagEmpty
  if ([...newTag].length > TAG_MAX) return texts.tagTooLong(TAG_MAX)
  if (newTag.includes(',')) return texts.tagComma
  return newTag === tag ? texts.tagSame : null
}
