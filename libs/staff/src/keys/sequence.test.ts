import { describe, expect, it } from 'vitest'
import { NOTHING_PENDING, SEQUENCE_MS, step } from './sequence'

const bindings = ['j', 'a', 'g a', 'g 1', 'mod+k']
const NOW = 10_000
/** Presses keys at the given times. Returns the shortcut that each press completes. */
function type(...presses: [key: string, at: number][]): (string | null)[] {
  let pending = NOTHING_PENDING
  return presses.map(([key, at]) => {
    const next = step(pending, key, bindings, at)
    pending = next.pending
    return next.keys
  })
}

describe('key sequences', () => {
  it('complete a single-key shortcut at once', () => expect(type(['j', NOW])).toEqual(['j']))

  it('complete a sequence with its last key', () =>
    expect(type(['g', NOW], ['a', NOW + 400])).toEqual([null, 'g a']))

  it('expire after the maximum pause', () => {
    expect(type(['g', NOW], ['a', NOW + SEQUENCE_MS])).toEqual([null, 'g a'])
    expect(type(['g', NOW], ['a', NOW + SEQUENCE_MS + 1])).toEqual([null, 'a'])
  })

  it('do nothing when no sequence matches, even if the last key alone is a shortcut', () =>
    expect(type(['g', NOW], ['j', NOW + 1], ['j', NOW + 2])).toEqual([null, null, 'j']))

  it('restart after completion', () =>
    expect(type(['g', NOW], ['a', NOW + 1], ['a', NOW + 2])).toEqual([null, 'g a', 'a']))

  it('leave nothing pending after unknown keys', () => {
    expect(step(NOTHING_PENDING, 'z', bindings, NOW)).toEqual({ pending: NOTHING_PENDING, keys: null })
    expect(step(NOTHING_PENDING, 'g', [], NOW).pending).toBe(NOTHING_PENDING)
  })
})
