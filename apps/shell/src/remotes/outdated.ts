import { entryFor } from '@helpdesk/remote-contract/canary'
import type { Registry } from '@helpdesk/remote-contract/registry'

type Remotes = Registry['remotes']

/**
 * The remotes that this user would get differently after a reload: another release, disabled, or on again. A remote that
 * vanished from the registry or broke there keeps running.
 * @returns what a reload would load, by remote
 */
export function outdatedRemotes(
  loaded: Remotes,
  latest: Remotes,
  userId: string | null,
): Map<string, string> {
  const states = Object.entries(latest).map(([name, entry]) => [name, stateOf(entry, userId)] as const)
  return new Map(states.filter(([name, state]) => state !== stateOf(loaded[name], userId)))
}

function stateOf(entry: Remotes[string] | undefined, userId: string | null): string {
  if (!entry) return 'missing'
  return entry.disabled ? 'disabled' : entryFor(entry, userId).version
}
