/** Colours of avatars, in the theme under `avatar`. */
export const AVATAR_COLORS = ['blue', 'violet', 'pink', 'red', 'orange', 'lime', 'green', 'teal'] as const
export type AvatarColor = (typeof AVATAR_COLORS)[number]

/** The colour of a person: the same for the same seed, on every device (FNV-1a). */
export function avatarColor(seed: string): AvatarColor {
  let hash = 0x811c9dc5
  for (const char of seed) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  // mixes the last characters in, which alone distinguish numbered ids
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash ^= hash >>> 13
  return AVATAR_COLORS[(hash >>> 0) % AVATAR_COLORS.length]!
}
