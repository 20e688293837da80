import { useState } from 'react'
import { addTags } from '../model/tags'

/** The text of a `TagEditor` that is not yet a tag. */
export interface TagEntry {
  text: string
  /** Why the text cannot be added. */
  problem: string | undefined
  write: (text: string) => void
  /** Adds the text. @returns all tags, or null when the text cannot be added */
  add: () => string[] | null
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
    add: () => {
      const { tags: next, error } = addTags(tags, text)
      setProblem(error ?? undefined)
      if (error) return null
      setText('')
      if (next.length > tags.length) onTags(next)
      return next
    },
  }
}
