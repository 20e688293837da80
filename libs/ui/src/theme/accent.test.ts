import { describe, expect, it } from 'vitest'
import { accentCss, accentShades, buttonContrast, TEXT_CONTRAST } from './accent'
import { contrast } from './contrast'
import { semanticTokens } from './tokens'

const themes = ['light', 'dark'] as const
const backgrounds = (theme: (typeof themes)[number]) =>
  Object.values(semanticTokens.colors.bg).map(({ value }) => value[`_${theme}`])

describe.each(['#5048cc', '#0b5f6b', '#b01e28', '#000000', '#ffffff', '#ffe600', '#00ff00'])(
  'accent %s',
  (color) => {
    it.each(themes)('has readable links and visible marks in %s', (theme) => {
      const { fg, DEFAULT, subtle } = accentShades(color, theme)
      const plain = backgrounds(theme).slice(0, 4)
      for (const background of [...plain, subtle])
        expect(contrast(fg, background)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
      for (const background of plain) expect(contrast(DEFAULT, background)).toBeGreaterThanOrEqual(3)
    })
  },
)

it('keeps white text readable on hovered buttons of a color with enough contrast', () => {
  expect(buttonContrast('#5048cc')).toBeGreaterThan(TEXT_CONTRAST)
  expect(buttonContrast('#ffe600')).toBeLessThan(TEXT_CONTRAST)
  expect(contrast(accentShades('#5048cc', 'dark').hover, '#ffffff')).toBeGreaterThan(TEXT_CONTRAST)
})

it('gives both themes their colors, and nothing without a color', () => {
  expect(accentCss(null)).toBe('')
  expect(accentCss('#0b5f6b')).toMatch(
    /^html\.light:root\{--hd-colors-accent:#[0-9a-f]{6};.*--hd-colors-accent-solid:#0b5f6b.*\}html\.dark:root\{/,
  )
})
