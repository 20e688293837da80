import type { RemoteName } from '@helpdesk/remote-contract'
import { chooseRelease } from './choose-release'
import { RemoteError } from './errors'
import type { Offer } from './fit'
import type { Remotes } from './registry'
import { runningVersion } from './running-releases'

/** The shell's key among the outdated parts; no remote has this name. */
export const SHELL = 'shell'

/**
 * The parts that this user would get differently after a reload: another release, a remote that was disabled or turned on
 * again, or another shell. A remote keeps running when it vanished from the registry, broke there, or fits no longer:
 * a reload would only lose it.
 * @param page - what the page has: the registry that its next remote is loaded from, and its own shell
 * @returns what a reload would load, by name
 */
export function outdatedParts(page: Remotes, latest: Remotes, offer: Offer['shared']): Map<string, string> {
  const outdated = new Map<string, string>()
  if (latest.shell && latest.shell.version !== page.shell?.version) outdated.set(SHELL, latest.shell.version)
  for (const name of Object.keys(latest.remotes)) {
    const state = stateOf(latest, name, offer)
    if (state !== null && state !== (runningVersion(name) ?? stateOf(page, name, offer)))
      outdated.set(name, state)
  }
  return outdated
}

/** The version that would be loaded, `disabled`, or null when nothing can be loaded. */
function stateOf(remotes: Remotes, name: RemoteName, offer: Offer['shared']): string | null {
  try {
    return chooseRelease(remotes, name, offer).version
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    return error.reason === 'disabled' ? error.reason : null
  }
}
