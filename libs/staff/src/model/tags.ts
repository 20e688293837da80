/** The limits of the database: so many tags, and so many characters in all. */
export const TAGS_MAX = 20
const TAG_CHARACTERS_MAX = 600
/** One tag, so that it still fits beside others. */
export const TAG_LENGTH_MAX = 40

export interface ParsedTags {
  tags: string[]
  /** What is wrong with the line, in words; null when all of it can be used. */
  error: string | null
}

/** One tag as it is kept: in small letters, blanks made single. */
export const cleanTag = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** Reads a line of tags, separated by commas; doubles count once. */
export const parseTags = (line: string): ParsedTags => addTags([], line)

/**
 * Adds a line of tags to those that are there.
 * @returns the longer list, or the old one with the reason why not
 */
export function addTags(tags: readonly string[], line: string): ParsedTags {
  const added = line.split(',').map(cleanTag).filter(Boolean)
  const known = new Set(tags.map(cleanTag))
  const next = [...tags, ...new Set(added.filter((tag) => !known.has(tag)))]
  const refuse = (error: string): ParsedTags => ({ tags: [...tags], error })
  if (added.some((tag) => tag.length > TAG_LENGTH_MAX)) {
    return refuse(`A tag must not exceed ${TAG_LENGTH_MAX} characters`)
  }
  if (next.length > TAGS_MAX) return refuse(`A ticket can have at most ${TAGS_MAX} tags`)
  if (next.join('').length > TAG_CHARACTERS_MAX) return refuse('These tags are too long together')
  return { tags: next, error: null }
}
