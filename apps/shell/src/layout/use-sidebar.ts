import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { useState, useSyncExternalStore } from 'react'

/** Minimum width for a sidebar beside a list: the theme's `xl`. */
const WIDE = '(min-width: 80rem)'
const HIDDEN_KEY = 'helpdesk-sidebar'

const media = () => (typeof matchMedia === 'function' ? matchMedia(WIDE) : null)
const subscribe = (changed: () => void) => {
  const query = media()
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

/** Whether the sidebar is shown: on wide screens, unless the user has hidden it on this device. */
export function useSidebar() {
  const wide = useSyncExternalStore(subscribe, () => media()?.matches ?? true)
  const [hidden, setHidden] = useState(() => localStore.read(HIDDEN_KEY) === 'hidden')
  const hide = (next: boolean) => {
    setHidden(next)
    localStore.write(HIDDEN_KEY, next ? 'hidden' : null)
  }
  return { shown: wide && !hidden, wide, hide }
}
