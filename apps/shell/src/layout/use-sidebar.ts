import { useMedia } from '@helpdesk/ui/media/use-media'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { useState } from 'react'

/** Minimum width for a sidebar beside a list: the theme's `xl`. */
const WIDE = '(min-width: 80rem)'
const HIDDEN_KEY = 'helpdesk-sidebar'

/** Whether the sidebar is shown: on wide screens, unless the user has hidden it on this device. */
export function useSidebar() {
  const wide = useMedia(WIDE)
  const [hidden, setHidden] = useState(() => localStore.read(HIDDEN_KEY) === 'hidden')
  const hide = (next: boolean) => {
    setHidden(next)
    localStore.write(HIDDEN_KEY, next ? 'hidden' : null)
  }
  return { shown: wide && !hidden, wide, hide }
}
