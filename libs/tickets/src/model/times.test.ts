import { describe, expect, it } from 'vitest'
import { isRecentlyActive, relativeTime, responseTime, shortDate } from './times'

const now = new Date('2026-03-10T12:00:00.000Z')
const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
const HOUR = 3_600_000

describe('isRecentlyActive', () => {
  it.each([
    [0, true],
    [24 * HOUR - 1, true],
    [24 * HOUR, true],
    [24 * HOUR + 1, false],
    [-1, false],
  ])('%d ms ago → %s', (age, expected) => expect(isRecentlyActive(before(age), now)).toBe(expected))
})

it.each([
  [-5000, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [HOUR - 1, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [24 * HOUR, '1 day ago'],
  [29 * 24 * HOUR, '29 days ago'],
  [30 * 24 * HOUR, '1 month ago'],
  [365 * 24 * HOUR, '1 year ago'],
])('relativeTime of %d ms is %s', (age, text) => expect(relativeTime(before(age), now)).toBe(text))

it('writes dates like Jan 5, 2024 in the zone of the reader', () => {
  expect(shortDate('2024-01-05T10:00:00Z', 'en-US', 'UTC')).toBe('Jan 5, 2024')
  expect(shortDate('2024-01-05T23:30:00+00:00', 'en-US', 'Asia/Tokyo')).toBe('Jan 6, 2024')
})

it.each([
  [0, '1 min'],
  [59, '59 min'],
  [60, '1h'],
  [90, '1.5h'],
])('%d minutes read %s', (minutes, text) => expect(responseTime(minutes)).toBe(text))
