import type { RemoteName } from '@helpdesk/remote-contract'
import { atom, getDefaultStore } from 'jotai'
import { loadPortalConfig } from '../config/portal'
import type { RemoteError } from './errors'
import { createRemoteLoader } from './loader'
import { setRegistry } from './registry-state'

type LoadRelease = (name: RemoteName, fresh: boolean) => Promise<unknown>

let loadRelease: LoadRelease = () => Promise.reject(new Error('provideReleases was not called'))

/** Sets the loader of releases. It belongs to the code of the signed-in screens, which use the remotes themselves. */
export function provideReleases(load: LoadRelease): void {
  loadRelease = load
}

/** The remotes of the page. The federation runtime is loaded with the first of them. */
export const remotes = createRemoteLoader((name, { fresh }) => loadRelease(name, fresh))

/** Reads `/portal.json` again; the last one stays in use when that fails. */
export async function refreshRegistry(): Promise<void> {
  await loadPortalConfig().then(setRegistry, (error: unknown) => console.error(error))
}

/** Load failures by remote. */
export const remoteFailuresAtom = atom<Partial<Record<RemoteName, RemoteError>>>({})

/** Sets or clears the failure of a remote. One that is still loading is cleared when it arrives. */
export function setRemoteFailure(name: RemoteName, error: RemoteError | undefined): void {
  const store = getDefaultStore()
  store.set(remoteFailuresAtom, (failures) => ({ ...failures, [name]: error }))
  const replaceBy = (outcome: RemoteError | undefined) => {
    if (store.get(remoteFailuresAtom)[name] === error) setRemoteFailure(name, outcome)
  }
  error?.late?.then(
    () => replaceBy(undefined),
    (failure: RemoteError) => replaceBy(failure),
  )
}

/** The last path without a route in its remote. */
export const unknownPathAtom = atom<string | null>(null)

export function setUnknownPath(path: string | null): void {
  getDefaultStore().set(unknownPathAtom, path)
}
