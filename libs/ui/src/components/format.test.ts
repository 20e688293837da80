import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes'
import { formatRelative } from './format-date'
import { formatDate } from './format-day'

it.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [5 * 1024 ** 2, '5 MB'],
  [1024 ** 3, '1 GB'],
  [1024 ** 4, '1024 GB'],
])('formats %i bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

const now = new Date(2024, 0, 5, 12)
it.each([
  [59, 'just now'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [86_400, '1 day ago'],
  [2_592_000, '1 month ago'],
])('formats %i seconds ago as %s', (seconds, text) =>
  expect(formatRelative(now.getTime() - seconds * 1000, now)).toBe(text),
)

it('formats dates in medium style', () => expect(formatDate(now)).toBe('Jan 5, 2024'))
