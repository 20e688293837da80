import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { splitViewAtom } from '../../state/split-view'

/** Minimum width for a ticket beside its list: the theme's `lg`. */
const WIDE = '(min-width: 64rem)'

const media = () => (typeof matchMedia === 'function' ? matchMedia(WIDE) : null)
const subscribe = (changed: () => void) => {
  const query = media()
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

/** True while lists show a ticket beside them: switched on, and the page is wide enough. */
export function useSplitView(): boolean {
  const isWide = useSyncExternalStore(subscribe, () => media()?.matches ?? true)
  return useAtomValue(splitViewAtom) && isWide
}
