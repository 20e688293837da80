import { useAuth, useRole } from '@helpdesk/auth/session/hooks'
import { useLocation } from '@helpdesk/ui/router'
import { useQueryClient } from '@helpdesk/ui/query'
import { sessionStore } from '@helpdesk/ui/storage/browser-storage'
import { useEffect, useRef, useState } from 'react'
import { page } from '../app/missing-chunk'
import { loadPortalConfig } from '../config/portal'
import { outdatedRemotes } from '../remotes/outdated'
import { remoteForPath } from '../remotes/registry'
import { currentRegistry } from '../remotes/registry-state'
import { watchRegistry } from '../remotes/watch-registry'

const SWITCHED_KEY = 'helpdesk-switched'

/**
 * Switches an open session to a new release of a remote: loads the page anew after the next navigation to one of its
 * paths, unless something is unsaved or being sent. Drafts are in the browser's storage.
 */
export function ReleaseSwitch() {
  const { pathname } = useLocation()
  const role = useRole()
  const userId = useAuth().user?.id ?? null
  const queries = useQueryClient()
  const [loaded] = useState(currentRegistry)
  const latest = useRef(loaded)
  const shown = useRef(pathname)

  useEffect(
    () =>
      watchRegistry(async () => {
        latest.current = await loadPortalConfig()
      }),
    [],
  )

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const name = role && remoteForPath(latest.current, pathname, role)
    const state = name && outdatedRemotes(loaded.remotes, latest.current.remotes, userId).get(name)
    if (!state || queries.isMutating() > 0 || hasUnsavedInput()) return
    // once per release: a cache may still serve the older registry
    const target = `${name} ${state}`
    if (sessionStore.read(SWITCHED_KEY) === target || !sessionStore.write(SWITCHED_KEY, target)) return
    page.reload()
  }, [pathname, role, userId, loaded, queries])

  return null
}

/** Asks those who would stop the user from closing the tab. */
function hasUnsavedInput(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
