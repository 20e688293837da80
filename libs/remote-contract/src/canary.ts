import type { RegistryEntry, Release } from './registry'

/**
 * The release of a remote that a user gets: the canary for the given share of users, else the current one. A user's
 * answer never changes while the share only grows.
 * @param userId - null before sign-in: never the canary
 */
export function pickRelease(entry: RegistryEntry, userId: string | null): Release {
  const { canary } = entry
  if (!canary || userId === null) return entry
  return position(`${userId} ${entry.name}`) < canary.percent ? canary.release : entry
}

/** A text's place in [0, 100): FNV-1a with a final mix, because similar ids must not end up side by side. */
function position(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100
}
