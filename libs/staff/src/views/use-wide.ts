import { useSyncExternalStore } from 'react'

/** Minimum width for a sidebar beside the table: the theme's `xl`. */
const WIDE = '(min-width: 80rem)'

const media = () => (typeof matchMedia === 'function' ? matchMedia(WIDE) : null)
const subscribe = (changed: () => void) => {
  const query = media()
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

/** True when a sidebar fits beside the list. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => media()?.matches ?? true)
