import { getAuthState } from '@helpdesk/auth/session/auth-state'
import type { RemoteName } from '@helpdesk/remote-contract'
import { getDefaultStore } from 'jotai'
import type { RemoteFailure } from '../remotes/errors'
import { remoteForPath } from '../remotes/registry'
import { registryAtom } from '../remotes/registry-state'
import { errorName } from './error-name'
import { recordEvent } from './events'

/** The release of each remote that runs on this page. */
const running = new Map<RemoteName, string>()

/** Called before the code of a release runs. */
export function setRunningRelease(name: RemoteName, version: string): void {
  running.set(name, version)
}

/** Keeps an error of a page, or of the code that renders the current path. */
export function recordError(error: unknown): void {
  recordEvent({ kind: 'error', name: errorName(error), ...currentRelease() })
}

/** Keeps a remote, or a file of a screen, that could not be loaded. */
export function recordLoadFailure(reason: RemoteFailure | 'missing-file', remote?: RemoteName): void {
  recordEvent({ kind: 'load', name: reason, ...(remote ? releaseOf(remote) : currentRelease()) })
}

export function recordVital(name: 'LCP' | 'INP' | 'CLS', value: number): void {
  recordEvent({ kind: 'vital', name, value, ...currentRelease() })
}

/** What renders the current path. */
function currentRelease(): { remote: string; version: string } {
  const registry = getDefaultStore().get(registryAtom)
  const role = getAuthState().profile?.role
  const name = registry && role && remoteForPath(registry, location.pathname, role)
  return name ? releaseOf(name) : { remote: 'shell', version: shellVersion() }
}

function releaseOf(name: RemoteName): { remote: string; version: string } {
  const listed = getDefaultStore().get(registryAtom)?.remotes[name]?.version
  return { remote: name, version: running.get(name) ?? listed ?? 'unknown' }
}

/** The hash in the name of the entry script, which changes with every build. */
function shellVersion(): string {
  const entry = document.querySelector<HTMLLinkElement>('link[href^="/assets/start-"]')?.href ?? ''
  return /-([\w-]{8})\.js$/.exec(entry)?.[1] ?? 'unknown'
}
