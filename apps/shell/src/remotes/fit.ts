import type { Release } from '@helpdesk/remote-contract/registry'
import { positionInRange } from '@helpdesk/remote-contract/semver'
import * as texts from './texts'

/** What the shell offers to remotes. */
export interface Offer {
  contract: number
  /** Version and exports of each shared module. */
  shared: Record<string, { version: string; exports: object }>
}

/** Why a release cannot run in this shell, and which of both is older. */
export interface Misfit {
  older: 'portal' | 'remote'
  message: string
}

/** Compares what a release needs with what the shell offers. @returns null when it fits */
export function misfitOf({ contract, needs, version }: Release, offer: Offer): Misfit | null {
  if (contract !== offer.contract)
    return {
      older: contract > offer.contract ? 'portal' : 'remote',
      message: texts.wrongContract(version, contract, offer.contract),
    }
  for (const [key, { range, names }] of Object.entries(needs)) {
    const shared = offer.shared[key]
    if (!shared) return { older: 'portal', message: texts.notShared(version, key) }
    const position = positionInRange(shared.version, range)
    if (position !== 'inside')
      return {
        older: position === 'below' ? 'portal' : 'remote',
        message: texts.wrongVersion(version, key, range, shared.version),
      }
    const missing = names.filter((name) => !(name in shared.exports))
    if (missing.length > 0)
      return {
        // an export that a later version lacks was removed
        older: range === `^${shared.version}` ? 'portal' : 'remote',
        message: texts.lacksNames(version, missing.join(', '), key, shared.version),
      }
  }
  return null
}

/**
 * The first release that fits.
 * @param releases - the preferred first
 * @returns the release, or the misfit of the first
 */
export function firstFit(releases: readonly [Release, ...Release[]], offer: Offer): Release | Misfit {
  const [preferred] = releases
  const misfit = misfitOf(preferred, offer)
  if (!misfit) return preferred
  return releases.find((release) => misfitOf(release, offer) === null) ?? misfit
}
