import { isRemoteModule, type RemoteName } from '@helpdesk/remote-contract'
import { atom, getDefaultStore } from 'jotai'
import { loadPortalConfig } from '../config/portal'
import { chooseRelease } from './choose-release'
import type { RemoteError } from './errors'
import { verifyFiles, verifyRest } from './integrity'
import { createRemoteLoader } from './loader'
import { currentRegistry, setRegistry } from './registry-state'
import { withVerifiedFiles } from './verified-routes'

/** The remotes of the page. The federation runtime is loaded with the first of them. */
export const remotes = createRemoteLoader(async (name, { fresh }) => {
  if (fresh) await refreshRegistry()
  const { fetchContainer, loadShared } = await import('./federation')
  const release = chooseRelease(currentRegistry(), name, await loadShared())
  const query = fresh ? `?t=${Date.now().toString(36)}` : ''
  // A development server has no hashes: its modules change while it runs.
  const hashed = !(import.meta.env.DEV && release.version === 'dev')
  if (hashed) await verifyFiles(release, [release.entry, ...release.start], query)
  const module = await fetchContainer(name, `${release.base}${release.entry}${query}`, fresh)
  if (!hashed || !isRemoteModule(module)) return module
  void verifyRest(release)
  return { ...module, routes: withVerifiedFiles(module.routes, release) }
})

/** Reads `/portal.json` again; the last one stays in use when that fails. */
export async function refreshRegistry(): Promise<void> {
  await loadPortalConfig().then(setRegistry, (error: unknown) => console.error(error))
}

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
