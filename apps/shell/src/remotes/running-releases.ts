import type { RemoteName } from '@helpdesk/remote-contract'
import type { Release } from '@helpdesk/remote-contract/registry'

/** Releases whose code runs on this page and whose files have hashes. */
export const runningReleases = new Set<Release>()

/** The version of a remote that runs on this page: the last one that was loaded. */
export function runningVersion(name: RemoteName): string | undefined {
  return [...runningReleases].findLast((release) => release.name === name)?.version
}
