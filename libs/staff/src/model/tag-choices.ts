import { cleanTag } from './tags'

/** A tag that a text may mean. */
export interface TagChoice {
  tag: string
  /** No ticket has it yet. */
  isNew: boolean
}

const MAX_CHOICES = 8

/**
 * Tags in use that contain the text, those that begin with it first; last the text itself as a new tag, unless it is in use.
 * @param known tags in use @param taken tags that are chosen already
 */
export function tagChoices(text: string, known: readonly string[], taken: readonly string[]): TagChoice[] {
  const tag = cleanTag(text)
  if (tag === '') return []
  const free = known.filter((each) => each.includes(tag) && !taken.includes(each))
  const begins = free.filter((each) => each.startsWith(tag))
  const inUse = [...begins, ...free.filter((each) => !begins.includes(each))].slice(0, MAX_CHOICES)
  const exact = inUse.includes(tag) ? [tag] : []
  return [
    ...[...new Set([...exact, ...inUse])].map((each) => ({ tag: each, isNew: false })),
    ...(known.includes(tag) || taken.includes(tag) ? [] : [{ tag, isNew: true }]),
  ]
}

/** The part of a comma-separated line that is being typed, and what is before it. */
export function lastPart(line: string): { before: string; part: string } {
  const at = line.lastIndexOf(',') + 1
  return { before: line.slice(0, at), part: line.slice(at).trim() }
}
