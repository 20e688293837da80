import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import contract from '../contract.json' with { type: 'json' }

/**
 * Version of the contract between shell and remotes: {@link RemoteModule}, the shared packages and the layout around
 * the routes. Raise it with every change that breaks older remotes.
 */
export const CONTRACT_VERSION: number = contract.version

/** Name of a remote: its folder in `apps/` and its key in `/portal.json`. */
export type RemoteName = string

/** The default export of a remote's `./routes`. */
export interface RemoteModule {
  contractVersion: number
  /** Routes with paths from the root of the site; the shell mounts them inside its signed-in layout. */
  routes: RouteObject[]
}

/** A route's `handle`. */
export interface RouteHandle {
  /** Title of the document. */
  title?: string
  /**
   * The screen with sample data, in the `handle` that a route of one item gets from its `lazy`. The shell renders it
   * once while the list is read, unseen and without effects, so that the first item opens as fast as later ones.
   */
  Prerender?: ComponentType
}

/** Federation container name of a remote: its name as an identifier. */
export function federationName(name: RemoteName): string {
  return name.replaceAll('-', '_')
}

/** Creates a remote's default export with the contract version that it was compiled for. */
export function defineRemote(routes: RouteObject[]): RemoteModule {
  return { contractVersion: CONTRACT_VERSION, routes }
}

/** Whether a value is a remote module, of any contract version. */
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
