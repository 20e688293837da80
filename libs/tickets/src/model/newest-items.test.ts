import { describe, expect, it } from 'vitest'
import { AT_ONCE, leftOut } from './newest-items'

describe('items that a page leaves out', () => {
  it('are none of a usual conversation', () => {
    for (const count of [0, 1, AT_ONCE, AT_ONCE + 49]) expect(leftOut(count, AT_ONCE)).toBe(0)
  })

  it('are the oldest of a long one, and the same ones for some more', () => {
    expect(leftOut(3000, AT_ONCE)).toBe(2800)
    expect(leftOut(3049, AT_ONCE)).toBe(2800)
    expect(leftOut(3050, AT_ONCE)).toBe(2850)
    expect(leftOut(3000, 3000)).toBe(0)
  })
})
