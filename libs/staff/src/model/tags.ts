import * as texts from './tag-texts'

/** Limits of the database: number of tags and their total length. */
export const TAGS_MAX = 20
const TAG_CHARACTERS_MAX = 600
/** Longest tag. */
export const TAG_LENGTH_MAX = 40

interface ParsedTags {
  tags: string[]
  /** Error text; null when the whole line is valid. */
  error: string | null
}

/** Normalises a tag: lower case, single spaces. */
export const cleanTag = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** Parses a comma-separated line of tags; drops duplicates. */
export const parseTags = (line: string): ParsedTags => addTags([], line)

/**
 * Adds a comma-separated line of tags.
 * @returns the new list, or the old one with an error
 */
export function addTags(tags: readonly string[], line: string): ParsedTags {
  const added = line.split(',').map(cleanTag).filter(Boolean)
  const known = new Set(tags.map(cleanTag))
  const next = [...tags, ...new Set(added.filter((tag) => !known.has(tag)))]
  const refuse = (error: string): ParsedTags => ({ tags: [...tags], error })
  if (added.some((tag) => tag.length > TAG_LENGTH_MAX)) {
    return refuse(texts.tagTooLong(TAG_LENGTH_MAX))
  }
  if (next.length > TAGS_MAX) return refuse(texts.tooManyTags(TAGS_MAX))
  if (next.join('').length > TAG_CHARACTERS_MAX) return refuse(texts.tagsTooLong)
  return { tags: next, error: null }
}
