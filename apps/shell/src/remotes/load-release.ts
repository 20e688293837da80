import { deviceNow } from '@helpdesk/ui/clock/server-clock'
import { isRemoteModule, type RemoteName } from '@helpdesk/remote-contract'
import type { Release } from '@helpdesk/remote-contract/registry'
import { isMissingChunk, page } from '../app/missing-chunk'
import { setRunningRelease } from '../health/record'
import { chooseRelease } from './choose-release'
import { fetchContainer, OFFER } from './federation'
import { areDelivered, expectFiles, verifyFiles } from './integrity'
import { currentRegistry } from './registry-state'
import { refreshRegistry } from './remotes'
import { runningReleases } from './running-releases'
import { withVerifiedFiles } from './verified-routes'

/**
 * Chooses a release of a remote, verifies its files and loads its exposed module. If a file is missing, usually because
 * the page is older than the last release, it reads `/portal.json` once and loads the release that is named there now.
 * @param fresh - a retry: reads `/portal.json` and reloads the entry, bypassing all caches. Reloads the page when the
 *   browser holds on to the failure of a file that the server delivers by now.
 * @throws RemoteError when no release can be used; MissingChunkError when a file is not the released one
 */
export async function loadRelease(name: RemoteName, fresh: boolean): Promise<unknown> {
  if (fresh) await refreshRegistry()
  const release = chooseRelease(currentRegistry(), name, OFFER)
  try {
    return await load(release, fresh)
  } catch (error) {
    if (!isMissingChunk(error)) throw error
    if (fresh) {
      if (await areDelivered(release, [release.entry, ...release.start])) page.reload()
      throw error
    }
    await refreshRegistry()
    const latest = chooseRelease(currentRegistry(), name, OFFER)
    if (latest.version === release.version) throw error
    return load(latest, true)
  }
}

async function load(release: Release, fresh: boolean): Promise<unknown> {
  const { name } = release
  setRunningRelease(name, release.version)
  const query = fresh ? `?t=${deviceNow().toString(36)}` : ''
  // A development server has no hashes: its modules change while it runs.
  const hashed = !(import.meta.env.DEV && release.version === 'dev')
  if (hashed) expectFiles(release)
  if (hashed) await verifyFiles(release, [release.entry, ...release.start], query)
  const module = await fetchContainer(name, `${release.base}${release.entry}${query}`, fresh)
  if (!hashed || !isRemoteModule(module)) return module
  runningReleases.add(release)
  return { ...module, routes: withVerifiedFiles(module.routes, release) }
}
