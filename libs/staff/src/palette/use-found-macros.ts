import { useMacros } from '../api/list-macros'
import { findMacros, type Macro } from '../model/macros'

const MAX_RESULTS = 5

/** Macros that contain every word of the text; none for an empty one. */
export function useFoundMacros(query: string): Macro[] {
  const { data } = useMacros(query.trim() !== '')
  return query.trim() ? findMacros(data ?? [], query).slice(0, MAX_RESULTS) : []
}
