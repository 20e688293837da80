import type { RegistryEntry } from './registry'

/**
 * The entry of a remote as a user gets it: with a canary for the given share of users, followed by the release of the
 * others. A user stays in the canary while the share grows.
 * @param userId - null before sign-in: never the canary
 */
export function entryFor(entry: RegistryEntry, userId: string | null): RegistryEntry {
  const { canary, previous = [], disabled, ...current } = entry
  if (!canary || userId === null || positionOf(`${userId} ${entry.name}`) >= canary.percent) return entry
  return { ...canary.release, previous: [current, ...previous], disabled }
}

/** A text's place in [0, 100), mixed with each character, because similar ids must not end up side by side. */
function positionOf(text: string): number {
  let hash = 0
  for (const char of text) {
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x5bd1e995)
    hash ^= hash >>> 15
  }
  return ((hash >>> 0) / 2 ** 32) * 100
}
