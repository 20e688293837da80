import { isRemoteModule, type RemoteName } from '@helpdesk/remote-contract'
import { setRunningRelease } from '../health/record'
import { chooseRelease } from './choose-release'
import { fetchContainer, OFFER } from './federation'
import { prepareScreens, verifyFiles } from './integrity'
import type { Remotes } from './registry'
import { withVerifiedFiles } from './verified-routes'

/**
 * Chooses a release of a remote, verifies its files and loads its exposed module.
 * @param fresh - reloads the entry, bypassing all caches
 * @throws RemoteError when no release can be used; MissingChunkError when a file is not the released one
 */
export async function loadRelease(registry: Remotes, name: RemoteName, fresh: boolean): Promise<unknown> {
  const release = chooseRelease(registry, name, OFFER)
  setRunningRelease(name, release.version)
  const query = fresh ? `?t=${Date.now().toString(36)}` : ''
  // A development server has no hashes: its modules change while it runs.
  const hashed = !(import.meta.env.DEV && release.version === 'dev')
  if (hashed) await verifyFiles(release, [release.entry, ...release.start], query)
  const module = await fetchContainer(name, `${release.base}${release.entry}${query}`, fresh)
  if (!hashed || !isRemoteModule(module)) return module
  void prepareScreens(release)
  return { ...module, routes: withVerifiedFiles(module.routes, release) }
}
