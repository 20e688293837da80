import * as texts from './settings-texts'

/** The database accepts no larger ones. */
const LOGO_BYTES_MAX = 32_000

const starts = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
} as const

/** The type of an image by its first bytes; null for others than PNG, JPEG and WebP. */
function imageType(bytes: Uint8Array): string | null {
  for (const [type, start] of Object.entries(starts))
    if (start.every((byte, at) => bytes[at] === byte)) return type
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP' ? 'webp' : null
}

/** The data URL of a logo, or why it cannot be used. */
export function logoOf(bytes: Uint8Array): { logo: string } | { problem: string } {
  const type = imageType(bytes)
  if (!type) return { problem: texts.logoType }
  if (bytes.length > LOGO_BYTES_MAX) return { problem: texts.logoTooLarge(Math.ceil(bytes.length / 1000)) }
  return {
    logo: `data:image/${type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`,
  }
}
