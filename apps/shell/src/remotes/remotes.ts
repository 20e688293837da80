import { atom, getDefaultStore } from 'jotai'
import type { RemoteName } from '@helpdesk/remote-contract'
import type { PortalConfig } from '../config/portal'
import type { RemoteError } from './errors'
import { createRemoteLoader } from './loader'

let addresses: PortalConfig['remotes'] | null = null

/** Sets the addresses of the remotes; required before the first load. */
export function configureRemotes(remotes: PortalConfig['remotes']): void {
  addresses = remotes
}

/** The remotes of the page. The first load also fetches the federation runtime. */
export const remotes = createRemoteLoader(async (name, { fresh }) => {
  if (!addresses) throw new Error('configureRemotes was not called')
  const { fetchContainer } = await import('./federation')
  return fetchContainer(name, addresses[name].entry, fresh)
})

/** Load failures by remote. */
export const remoteFailuresAtom = atom<Partial<Record<RemoteName, RemoteError>>>({})

export function setRemoteFailure(name: RemoteName, error: RemoteError | undefined): void {
  getDefaultStore().set(remoteFailuresAtom, (failures) => ({ ...failures, [name]: error }))
}

/** The last path without a route in its remote. */
export const unknownPathAtom = atom<string | null>(null)

export function setUnknownPath(path: string | null): void {
  getDefaultStore().set(unknownPathAtom, path)
}
