import { getAuthState } from '@helpdesk/auth'
import type { RemoteModule, RemoteName } from '@helpdesk/remote-contract'
import type { ReactNode } from 'react'
import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router-dom'
import { decide } from '../app/decide'
import { noteViewer } from '../app/same-viewer'
import { phaseOf, startSession } from '../app/session'
import { RemoteError } from './errors'
import { remoteForPath } from './registry'
import { noteRemoteFailure, noteUnknownPath, remotes } from './remotes'

/**
 * Mounts a remote's routes under the signed-in layout when somebody who may see the path first goes there.
 * A remote that cannot be loaded leaves the placeholder, which says so.
 * @param layoutId - id of the route whose children the remote's routes become
 * @param errorElement - stands inside the layout for a screen that broke
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
    if (!auth.user || !role || decide(visit).kind !== 'show') return
    const name = remoteForPath(path, role)
    if (!name) return
    const noteIfUnknown = (children: RouteObject[]) =>
      noteUnknownPath(matchRoutes(children, path) ? null : path)
    const known = mounted.get(name)
    if (known) return noteIfUnknown(known)
    // what will stand around the remote comes at the same time
    void import('../layout/AppLayout').catch(() => undefined)
    try {
      const remote = await remotes.load(name)
      // of two navigations at once the router drops the patch of the one that was overtaken
      if (mounted.has(name) || signal.aborted) return
      noteViewer(auth.user.id, role)
      const children = routesFor(name, remote, (route) => remoteForPath(route, role))
      mounted.set(name, children)
      noteIfUnknown(children)
      patch(layoutId, [{ id: name, errorElement, children }])
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error
      console.error(error)
      noteRemoteFailure(name, error)
    }
  }
}

/** The remote's routes without those that belong to another remote for this person (an admin's ticket page). */
function routesFor(
  name: RemoteName,
  remote: RemoteModule,
  owner: (path: string) => RemoteName | null,
): RouteObject[] {
  return remote.routes.filter(({ path }) => !path || owner(`/${path.replace(/^\//, '')}`) === name)
}
