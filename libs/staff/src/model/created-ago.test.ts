import { expect, it } from 'vitest'
import { createdAgo } from './created-ago'

const NOW = Date.parse('2026-01-15T12:00:00Z')

it.each([
  [-90, 'less than a minute ago'],
  [0, 'less than a minute ago'],
  [59.9, 'less than a minute ago'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [2_591_999, '29 days ago'],
  [2_592_000, '1 month ago'],
  [31_536_000, '1 year ago'],
])('formats %d seconds as "%s"', (seconds, text) => {
  expect(createdAgo(new Date(NOW - seconds * 1000).toISOString(), NOW)).toBe(text)
})
