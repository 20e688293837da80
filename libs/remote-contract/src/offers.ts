import * as z from 'zod/mini'
import type { RemoteManifest } from './registry'
import { positionInRange } from './semver'

const text = z.string().check(z.minLength(1))

/** What the shell's build writes as `shell.json`: the shared modules that it gives to remotes. */
export const shellSchema = z.object({
  version: text,
  /** `CONTRACT_VERSION` at build time. */
  contract: z.int(),
  offers: z.record(text, z.object({ version: text, names: z.array(text) })),
})
export type ShellManifest = z.output<typeof shellSchema>

/**
 * What a release needs and the shell does not give, one sentence each; none when it fits.
 */
export function unmetNeeds(
  { contract, needs }: Pick<RemoteManifest, 'contract' | 'needs'>,
  shell: ShellManifest,
): string[] {
  const unmet = Object.entries(needs).flatMap(([module, { range, names }]) => {
    const offer = shell.offers[module]
    if (!offer) return [`${module}: the shell does not have it`]
    if (!satisfies(offer.version, range)) return [`${module}: needs ${range}, the shell has ${offer.version}`]
    const missing = names.filter((name) => !offer.names.includes(name))
    return missing.length > 0 ? [`${module} ${offer.version} has no ${missing.join(', ')}`] : []
  })
  return contract === shell.contract
    ? unmet
    : [`contract: built for version ${contract}, the shell has ${shell.contract}`, ...unmet]
}

/** A version that the registry may name: three numbers, no pre-release. */
const VERSION = /^\d+\.\d+\.\d+$/

/** Whether a version is in a caret range; false for other notations. */
const satisfies = (version: string, range: string): boolean =>
  VERSION.test(version) &&
  VERSION.test(range.replace(/^\^/, '')) &&
  positionInRange(version, range) === 'inside'
