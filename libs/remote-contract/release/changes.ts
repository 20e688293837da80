import { isDeepStrictEqual } from 'node:util'
import { unmetNeeds, type ShellManifest } from '../src/offers'
import type { RegistryEntry, Release } from '../src/registry'
import { entryOf, entryOrNull, type PortalFile } from './portal-file'
import { ReleaseError } from './release-error'

/** Earlier releases that stay listed, for rollback and for shells that the current one does not fit. */
const KEPT = 3

/** What a command does to `/portal.json`. A pure function: it is repeated when another team was first. */
export type Change = (portal: PortalFile) => { portal: PortalFile; message: string; changed: boolean }

/**
 * Releases to everyone. The former release becomes the first of the earlier ones; a canary ends.
 * @param ahead - the release may need a newer shell: until that is live, users keep the earlier release that fits
 */
export function publish(release: Release, ahead = false): Change {
  return (portal) => {
    const before = entryOrNull(portal, release.name)
    if (before?.version === release.version && !before.canary)
      return unchanged(portal, `${label(release)} is already released to everyone.`)
    const waits = expectFit(portal, release, ahead ? before : null)
    const killed = before?.disabled ? ` It is still disabled: --revive turns it on.` : ''
    return changed(
      portal,
      { ...released(release, before), ...(before?.disabled && { disabled: true }) },
      `${label(release)} is released to everyone${before ? ` (before: ${before.version})` : ''}.${waits}${killed}`,
    )
  }
}

/** Releases to a share of the users. The same version again changes the share. */
export function canary(release: Release, percent: number): Change {
  return (portal) => {
    if (entryOrNull(portal, release.name) === null)
      throw new ReleaseError(
        `${release.name} was never released here: the first release is for everyone, without --canary.`,
      )
    const before = entryOf(portal, release.name)
    if (before.version === release.version)
      return unchanged(portal, `${label(release)} is already released to everyone.`)
    expectFit(portal, release)
    return changed(
      portal,
      { ...before, canary: { percent, release } },
      `${label(release)} is released to ${percent} % of the users; the others keep ${before.version}.`,
    )
  }
}

/** Releases the canary to everyone. */
export function promote(name: string): Change {
  return (portal) => {
    const before = entryOf(portal, name)
    if (!before.canary) throw new ReleaseError(`${name} has no canary to promote.`)
    return publish(before.canary.release)(portal)
  }
}

/** Ends the canary; without one, releases the newest earlier release again. */
export function rollback(name: string): Change {
  return (portal) => {
    const { canary: ended, ...before } = entryOf(portal, name)
    if (ended)
      return changed(
        portal,
        before,
        `The canary ${label(ended.release)} ended: everyone gets ${before.version}.`,
      )
    const [target, ...previous] = before.previous ?? []
    if (!target) throw new ReleaseError(`${name} has no earlier release to go back to.`)
    expectFit(portal, target)
    return changed(
      portal,
      { ...target, previous, ...(before.disabled && { disabled: true }) },
      `${label(target)} is released to everyone again; ${before.version} is withdrawn.`,
    )
  }
}

/** Turns a remote off for everyone, or on again. */
export function disable(name: string, disabled: boolean): Change {
  return (portal) => {
    const { disabled: before = false, ...entry } = entryOf(portal, name)
    const state = disabled ? 'disabled for everyone' : `on again, with ${entry.version}`
    if (before === disabled) return unchanged(portal, `${name} is already ${disabled ? 'disabled' : 'on'}.`)
    return changed(portal, disabled ? { ...entry, disabled } : entry, `${name} is ${state}.`)
  }
}

/** The shell's release: what it offers to the remotes. */
export function offer(shell: ShellManifest): Change {
  return (portal) => {
    if (isDeepStrictEqual(portal.shell, shell))
      return unchanged(portal, `The shell ${shell.version} is already live.`)
    for (const name of Object.keys(portal.remotes)) {
      const entry = entryOrNull(portal, name)
      if (!entry || releasesOf(entry).some((release) => unmetNeeds(release, shell).length === 0)) continue
      throw refusal(`${label(entry)} does not fit this shell`, unmetNeeds(entry, shell), AHEAD)
    }
    return {
      portal: { ...portal, shell },
      message: `The shell ${shell.version} is live${portal.shell ? ` (before: ${portal.shell.version})` : ''}.`,
      changed: true,
    }
  }
}

const AHEAD = 'Release the remote for the new shell first: npm run release -- <remote> --ahead --to …'

function released(release: Release, before: RegistryEntry | null): RegistryEntry {
  if (!before) return release
  const others = releasesOf(before).filter(({ version }) => version !== release.version)
  return { ...release, previous: others.slice(0, KEPT) }
}

/** The current and the earlier releases of a remote, newest first. */
function releasesOf({
  previous = [],
  canary: _canary,
  disabled: _disabled,
  ...current
}: RegistryEntry): Release[] {
  return [current, ...previous]
}

/**
 * Checks that the shell that is live has what a release imports.
 * @param before - an entry whose releases stand in until a newer shell is live
 * @returns a note for the message
 * @throws ReleaseError
 */
function expectFit({ shell }: PortalFile, release: Release, before: RegistryEntry | null = null): string {
  const unmet = shell ? unmetNeeds(release, shell) : []
  if (!shell || unmet.length === 0) return ''
  const standIn = before && releasesOf(before).find((earlier) => unmetNeeds(earlier, shell).length === 0)
  if (standIn) return ` It needs a newer shell: until that is live, users keep ${standIn.version}.`
  throw refusal(`${label(release)} does not fit the shell that is live`, unmet, 'Release the shell first.')
}

const refusal = (what: string, unmet: string[], todo: string) =>
  new ReleaseError(`${what}:\n${unmet.map((line) => `  ${line}`).join('\n')}\n${todo}`)

const label = ({ name, version }: Release) => `${name} ${version}`

const unchanged = (portal: PortalFile, message: string) => ({ portal, message, changed: false })

const changed = (portal: PortalFile, entry: RegistryEntry, message: string) => ({
  portal: { ...portal, remotes: { ...portal.remotes, [entry.name]: entry } },
  message,
  changed: true,
})
