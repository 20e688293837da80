import { useEffect } from 'react'

/** Time for the list itself, in milliseconds. */
const LIST_FIRST = 1_500

/**
 * Runs the code of the page that a list leads to while the user reads the list: otherwise the first click waits for it.
 * @param load imports the page; stable
 */
export function usePreloadPage(load: () => Promise<unknown>): void {
  useEffect(() => {
    let handle = 0
    const quietly = () => void load().catch(() => undefined)
    const timer = setTimeout(() => {
      if (typeof requestIdleCallback === 'function') handle = requestIdleCallback(quietly)
      else quietly()
    }, LIST_FIRST)
    return () => {
      clearTimeout(timer)
      if (handle) cancelIdleCallback(handle)
    }
  }, [load])
}
