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

/** A text's place in [0, 100): FNV-1a with a final mix, because similar ids must not end up side by side. */
function positionOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100
}
