import { describe, expect, it } from 'vitest'
import { NOTHING_PENDING, SEQUENCE_MS, step } from './sequence'

const bindings = ['j', 'a', 'g a', 'g 1', 'mod+k']
const NOW = 10_000
/** Presses keys at these moments; what each of them completes. */
function type(...presses: [key: string, at: number][]): (string | null)[] {
  let pending = NOTHING_PENDING
  return presses.map(([key, at]) => {
    const next = step(pending, key, bindings, at)
    pending = next.pending
    return next.keys
  })
}

describe('key presses one after the other', () => {
  it('complete a shortcut of one key at once', () => expect(type(['j', NOW])).toEqual(['j']))

  it('complete a sequence with its last key', () =>
    expect(type(['g', NOW], ['a', NOW + 400])).toEqual([null, 'g a']))

  it('still belong together at the very end of the time, and not after it', () => {
    expect(type(['g', NOW], ['a', NOW + SEQUENCE_MS])).toEqual([null, 'g a'])
    expect(type(['g', NOW], ['a', NOW + SEQUENCE_MS + 1])).toEqual([null, 'a'])
  })

  it('do nothing where they fit no sequence, even if the last key alone is a shortcut', () =>
    expect(type(['g', NOW], ['j', NOW + 1], ['j', NOW + 2])).toEqual([null, null, 'j']))

  it('begin anew after a completed sequence', () =>
    expect(type(['g', NOW], ['a', NOW + 1], ['a', NOW + 2])).toEqual([null, 'g a', 'a']))

  it('of unknown keys leave nothing pending', () => {
    expect(step(NOTHING_PENDING, 'z', bindings, NOW)).toEqual({ pending: NOTHING_PENDING, keys: null })
    expect(step(NOTHING_PENDING, 'g', [], NOW).pending).toBe(NOTHING_PENDING)
  })
})
