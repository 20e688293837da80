import { useCallback, useSyncExternalStore } from 'react'

const listOf = (query: string) => (typeof matchMedia === 'function' ? matchMedia(query) : null)

/**
 * Follows a media query, such as `(min-width: 64rem)`.
 * @returns true in a browser without media queries
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = listOf(query)
      list?.addEventListener('change', changed)
      return () => list?.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => listOf(query)?.matches ?? true)
}
