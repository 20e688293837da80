import { useSyncExternalStore } from 'react'

/** Below the theme's `md`, where filters are in a sheet. */
const NARROW = '(max-width: 47.99rem)'

const media = () => (typeof matchMedia === 'function' ? matchMedia(NARROW) : null)
const subscribe = (changed: () => void) => {
  const query = media()
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

/** True on narrow pages. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => media()?.matches ?? false)
