import { atom, getDefaultStore } from 'jotai'
import type { RemoteName } from '@helpdesk/remote-contract'
import type { PortalConfig } from '../config/portal'
import type { RemoteError } from './errors'
import { createRemoteLoader } from './loader'

let addresses: PortalConfig['remotes'] | null = null

/** Tells where the remotes are; before that none can be loaded. */
export function configureRemotes(remotes: PortalConfig['remotes']): void {
  addresses = remotes
}

/** The page's remotes. The federation runtime itself arrives with the first of them. */
export const remotes = createRemoteLoader(async (name, { fresh }) => {
  if (!addresses) throw new Error('configureRemotes was not called')
  const { fetchContainer } = await import('./federation')
  return fetchContainer(name, addresses[name].entry, fresh)
})

/** Remotes that could not be loaded, with the reason. */
export const remoteFailuresAtom = atom<Partial<Record<RemoteName, RemoteError>>>({})

export function noteRemoteFailure(name: RemoteName, error: RemoteError | undefined): void {
  getDefaultStore().set(remoteFailuresAtom, (failures) => ({ ...failures, [name]: error }))
}

/** The address last asked for that its remote, once loaded, has no route for. */
export const unknownPathAtom = atom<string | null>(null)

export function noteUnknownPath(path: string | null): void {
  getDefaultStore().set(unknownPathAtom, path)
}
