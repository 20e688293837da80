import { useState } from 'react'
import { addTags } from '../model/tags'

/** The text of a `TagEditor` that is not yet a tag. */
export interface TagEntry {
  text: string
  /** Why the text cannot be added. */
  problem: string | undefined
  write: (text: string) => void
  /** Adds the text, or a tag in its place. @returns all tags, or null when it cannot be added */
  add: (tag?: string) => string[] | null
}

/**
 * State of a `TagEditor`.
 * @param onTags called with all tags after an addition
 */
export function useTagEntry(tags: readonly string[], onTags: (tags: string[]) => void): TagEntry {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  return {
    text,
    problem,
    write: (next) => {
      setText(next)
      setProblem(undefined)
    },
    add: (tag = text) => {
      const { tags: next, error } = addTags(tags, tag)
      setProblem(error ?? undefined)
      if (error) return null
      setText('')
      if (next.length > tags.length) onTags(next)
      return next
    },
  }
}
