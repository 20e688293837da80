import { useAuth, useRole } from '@helpdesk/auth/session/hooks'
import { useLocation } from '@helpdesk/ui/router'
import { useQueryClient } from '@helpdesk/ui/query'
import { sessionStore } from '@helpdesk/ui/storage/browser-storage'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { page } from '../app/missing-chunk'
import { loadPortalConfig } from '../config/portal'
import { OFFER } from '../remotes/federation'
import { outdatedParts, SHELL } from '../remotes/outdated'
import { remoteForPath, type Remotes } from '../remotes/registry'
import { registryAtom, remotesFor } from '../remotes/registry-state'
import { watchRegistry } from '../remotes/watch-registry'

/** The state of a part that the page was last reloaded for. */
const switchedKey = (name: string) => `helpdesk-switched-${name}`

/**
 * Switches an open session to a new release: loads the page anew after the next navigation, to any path for a new shell
 * and to a path of the remote otherwise, unless something is unsaved or being sent. Drafts are in the browser's storage.
 */
export function ReleaseSwitch() {
  const { pathname } = useLocation()
  const role = useRole()
  const userId = useAuth().user?.id ?? null
  const queries = useQueryClient()
  const registry = useAtomValue(registryAtom)
  const [shell] = useState(registry?.shell)
  const latest = useRef<Remotes | null>(null)
  const shown = useRef(pathname)

  useEffect(
    () =>
      watchRegistry(async () => {
        latest.current = await loadPortalConfig()
      }),
    [],
  )
  // Retry reads the registry too, and later than it was looked at here
  useEffect(() => void (latest.current = null), [registry])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!registry || !latest.current) return
    const current = remotesFor(latest.current, userId)
    const outdated = outdatedParts({ ...registry, shell }, current, OFFER)
    const remote = role && remoteForPath(current, pathname, role)
    // once per release: a cache may still serve the older registry
    const due = [SHELL, remote].flatMap((name) => {
      const state = name && outdated.get(name)
      return state && sessionStore.read(switchedKey(name)) !== state
        ? [{ key: switchedKey(name), state }]
        : []
    })
    if (due.length === 0 || queries.isMutating() > 0 || hasUnsavedInput()) return
    if (!due.every(({ key, state }) => sessionStore.write(key, state))) return
    page.reload()
  }, [pathname, role, userId, registry, shell, queries])

  return null
}

/** Asks those who would stop the user from closing the tab. */
function hasUnsavedInput(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
