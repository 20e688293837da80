import { describe, expect, it } from 'vitest'
import { shortAge, waitTone } from './waiting'

const NOW = Date.parse('2026-01-05T12:00:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const HOUR = 3_600_000

describe('shortAge', () => {
  it.each([
    [-HOUR, 'now'],
    [59_999, 'now'],
    [60_000, '1m'],
    [HOUR - 1, '59m'],
    [HOUR, '1h'],
    [24 * HOUR - 1, '23h'],
    [24 * HOUR, '1d'],
    [60 * 24 * HOUR - 1, '59d'],
    [60 * 24 * HOUR, '8w'],
  ])('formats %d ms as %s', (ms, text) => expect(shortAge(ago(ms), NOW)).toBe(text))
})

describe('waitTone', () => {
  it.each([
    [4 * HOUR - 1, 'short'],
    [4 * HOUR, 'long'],
    [24 * HOUR - 1, 'long'],
    [24 * HOUR, 'overdue'],
  ])('is after %d ms %s', (ms, tone) => expect(waitTone(ago(ms), NOW)).toBe(tone))
})
