import { describe, expect, it } from 'vitest'
import { contrast } from '../theme/contrast'
import { semanticTokens } from '../theme/tokens'
import { AVATAR_COLORS, avatarColor } from './avatar-color'

describe('avatarColor', () => {
  it('is the same for the same person', () => {
    const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    expect(avatarColor(id)).toBe(avatarColor(id))
    expect(AVATAR_COLORS).toContain(avatarColor(''))
  })

  it('spreads people over all colours', () => {
    const ids = Array.from(
      { length: 400 },
      (_, n) => `3f2504e0-4f89-41d3-9a0c-${String(n).padStart(12, '0')}`,
    )
    const counts = AVATAR_COLORS.map((color) => ids.filter((id) => avatarColor(id) === color).length)
    expect(Math.min(...counts)).toBeGreaterThan(20)
  })
})

describe.each(AVATAR_COLORS)('%s', (color) => {
  const { fg, bg } = semanticTokens.colors.avatar[color]
  it.each(['_light', '_dark'] as const)('has a contrast of 4.5 in %s', (theme) =>
    expect(contrast(fg.value[theme], bg.value[theme])).toBeGreaterThanOrEqual(4.5),
  )
})
