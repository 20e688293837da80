import { contrast } from './contrast'

/** Contrast of text that WCAG 2.2 AA asks for. */
export const TEXT_CONTRAST = 4.5
const GRAPHIC_CONTRAST = 3
const WHITE = '#ffffff'
const BLACK = '#000000'
/** Backgrounds of each theme, lightest and darkest. */
const backgrounds = { light: ['#ffffff', '#f0f0f2'], dark: ['#131417', '#232429'] } as const

/** The colors of one theme that follow from an accent color. */
export interface AccentShades {
  /** Focus rings and marks. */
  DEFAULT: string
  /** Background of buttons with white text. */
  solid: string
  hover: string
  /** Links. */
  fg: string
  subtle: string
}

/** Shades of a color for a theme: it is made darker or lighter until links and marks are readable. @param color #rrggbb */
export function accentShades(color: string, theme: 'light' | 'dark'): AccentShades {
  const toward = theme === 'light' ? BLACK : WHITE
  const subtle = mix(color, backgrounds[theme][0], theme === 'light' ? 0.9 : 0.75)
  return {
    DEFAULT: readable(color, toward, backgrounds[theme], GRAPHIC_CONTRAST),
    solid: color,
    hover: mix(color, BLACK, 0.15),
    fg: readable(color, toward, [...backgrounds[theme], subtle], TEXT_CONTRAST),
    subtle,
  }
}

/** The contrast of white text on buttons of this color. */
export const buttonContrast = (color: string): number => contrast(color, WHITE)

/** A style sheet that replaces the accent color of the theme; empty for null. @param color #rrggbb */
export function accentCss(color: string | null | undefined): string {
  if (!color) return ''
  return (['light', 'dark'] as const)
    .map((theme) => {
      const { DEFAULT, ...others } = accentShades(color, theme)
      const variables = Object.entries(others).map(([name, value]) => `--hd-colors-accent-${name}:${value}`)
      return `html.${theme}:root{--hd-colors-accent:${DEFAULT};${variables.join(';')}}`
    })
    .join('')
}

/** Mixes a color step by step into another one until it has the contrast on all backgrounds. */
function readable(color: string, toward: string, on: readonly string[], ratio: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const shade = mix(color, toward, share)
    if (on.every((background) => contrast(shade, background) >= ratio)) return shade
  }
  return toward
}

function mix(color: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from, to] = [color, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round((from ?? 0) * (1 - share) + (to ?? 0) * share)
  })
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
