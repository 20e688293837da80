import { useDeferredValue, useEffect } from 'react'

/** Rows rendered before the first paint: more than a screen shows. */
const FIRST_ROWS = 16
// eslint-disable-next-line no-restricted-syntax -- the first list of each remote has no place to scroll back to
let painted = false

/**
 * How many rows of a list to render now: on a page that has not painted a list yet those of the first screen, then all.
 * Later lists are whole at once, so that the place to scroll back to exists.
 */
export function useFirstRows(count: number): number {
  const all = useDeferredValue(count, painted ? count : 0)
  useEffect(() => {
    painted ||= count > 0
  }, [count])
  return Math.min(count, Math.max(all, FIRST_ROWS))
}
