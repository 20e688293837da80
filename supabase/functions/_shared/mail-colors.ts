/** Colors of a mail; its dark ones are in the media query of `mail-style.ts`. */
export interface MailColors {
  /** Background and text of the button. */
  accent: string
  onAccent: string
  /** Links, and the edge of the button. */
  link: string
  darkLink: string
}

export const LIGHT = {
  page: '#f4f4f5',
  card: '#ffffff',
  border: '#e4e4e7',
  text: '#18181b',
  muted: '#52525b',
  quote: '#d4d4d8',
}
export const DARK = {
  page: '#131417',
  card: '#232429',
  border: '#3f4048',
  text: '#ececf1',
  muted: '#b9bac3',
  quote: '#5b5c66',
}

const DEFAULT_ACCENT = '#2453c9'
/** Contrast of text that WCAG 2.2 AA asks for. */
const TEXT_CONTRAST = 4.5

const channels = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16))

/** WCAG relative luminance. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast ratio of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function mix(color: string, other: string, share: number): string {
  const target = channels(other)
  const mixed = channels(color).map((value, at) =>
    Math.round(value * (1 - share) + (target[at] ?? 0) * share),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The color, made darker or lighter until it can be read on all backgrounds. */
function readable(color: string, toward: string, backgrounds: readonly string[]): string {
  for (let share = 0; share < 1; share += 0.05) {
    const shade = mix(color, toward, share)
    if (backgrounds.every((background) => contrast(shade, background) >= TEXT_CONTRAST)) return shade
  }
  return toward
}

/** The colors of a mail that follow from an accent color. @param accent - #rrggbb; any other text is the product's own color */
export function mailColors(accent = ''): MailColors {
  const color = /^#[0-9a-f]{6}$/.test(accent) ? accent : DEFAULT_ACCENT
  return {
    accent: color,
    // One of the two has at least 4.58 on every color.
    onAccent: contrast(color, '#000000') > contrast(color, '#ffffff') ? '#000000' : '#ffffff',
    link: readable(color, '#000000', [LIGHT.card, LIGHT.page]),
    darkLink: readable(color, '#ffffff', [DARK.card, DARK.page]),
  }
}
