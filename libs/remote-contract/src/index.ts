import type { RouteObject } from 'react-router-dom'

/**
 * Version of what shell and remotes agree on: the shape of {@link RemoteModule}, the shared packages and the
 * layout that the shell mounts the routes in. Raise it with every change that an older remote cannot stand.
 */
export const CONTRACT_VERSION = 1

/** The remotes of the portal, by the name that `/portal.json` and the static paths use. */
export const REMOTE_NAMES = ['customer-portal', 'agent-workspace', 'admin-console'] as const
export type RemoteName = (typeof REMOTE_NAMES)[number]

/** What a remote gives as default export of its exposed `./routes`. */
export interface RemoteModule {
  contractVersion: number
  /** Routes with paths from the root of the site; the shell mounts them inside its signed-in layout. */
  routes: RouteObject[]
}

/** What a route's `handle` may carry for the shell: the title of the document. */
export interface RouteHandle {
  title: string
}

/** Federation container name of a remote: the same name in an identifier's letters. */
export function federationName(name: RemoteName): string {
  return name.replaceAll('-', '_')
}

/** Builds a remote's default export, stamped with the contract it was compiled against. */
export function defineRemote(routes: RouteObject[]): RemoteModule {
  return { contractVersion: CONTRACT_VERSION, routes }
}

/** Whether a value that came out of a remote entry has the shape of a remote of any contract version. */
export function isRemoteModule(value: unknown): value is RemoteModule {
  return (
    typeof value === 'object' &&
    value !== null &&
    'contractVersion' in value &&
    typeof value.contractVersion === 'number' &&
    'routes' in value &&
    Array.isArray(value.routes)
  )
}
