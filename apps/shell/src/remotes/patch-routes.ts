import { getAuthState } from '@helpdesk/auth/session/auth-state'
import type { RemoteModule, RemoteName } from '@helpdesk/remote-contract'
import type { ReactNode } from 'react'
import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router-dom'
import { decideNavigation } from '../app/decide-navigation'
import { loadSignedIn } from '../app/load-signed-in'
import { rememberMountedUser } from '../app/reload-on-user-change'
import { phaseOf, startSession } from '../app/session'
import { recordLoadFailure } from '../health/record'
import { RemoteError } from './errors'
import { remoteForPath } from './registry'
import { currentRegistry } from './registry-state'
import { setRemoteFailure, setUnknownPath, remotes } from './remotes'

/**
 * Mounts a remote's routes under the signed-in layout on the first permitted navigation to its paths. If it cannot be
 * loaded, the placeholder route shows why.
 * @param layoutId - id of the parent route
 * @param errorElement - shown inside the layout when a screen of the remote throws
 */
export function createRemotePatcher(
  layoutId: string,
  errorElement?: ReactNode,
): PatchRoutesOnNavigationFunction {
  const mounted = new Map<RemoteName, RouteObject[]>()
  return async ({ path, patch, signal }) => {
    await startSession()
    const auth = getAuthState()
    const role = auth.profile?.role ?? null
    const visit = { path, search: '', phase: phaseOf(auth), role, recovering: false }
    if (!auth.user || !role || decideNavigation(visit).kind !== 'show') return
    const registry = currentRegistry()
    const name = remoteForPath(registry, path, role)
    if (!name) return
    const checkPath = (children: RouteObject[]) => setUnknownPath(matchRoutes(children, path) ? null : path)
    const known = mounted.get(name)
    if (known) return checkPath(known)
    // load the layout in parallel
    void loadSignedIn().catch(() => undefined)
    try {
      const remote = await remotes.load(name)
      // the router drops the patch of an aborted navigation
      if (mounted.has(name) || signal.aborted) return
      rememberMountedUser(auth.user.id, role)
      const children = routesFor(name, remote, (route) => remoteForPath(registry, route, role))
      mounted.set(name, children)
      checkPath(children)
      patch(layoutId, [{ id: name, errorElement, children }])
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error
      console.error(error)
      recordLoadFailure(error.reason, name)
      setRemoteFailure(name, error)
    }
  }
}

/** The remote's routes without those that another remote renders for this role, such as an admin's ticket page. */
function routesFor(
  name: RemoteName,
  remote: RemoteModule,
  owner: (path: string) => RemoteName | null,
): RouteObject[] {
  return remote.routes.filter(({ path }) => !path || owner(`/${path.replace(/^\//, '')}`) === name)
}
