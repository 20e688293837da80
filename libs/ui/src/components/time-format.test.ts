import { getDefaultStore } from 'jotai'
import { afterEach, describe, expect, it } from 'vitest'
import { formatDateTime, formatTime } from './format-date'
import { is12Hours, timeFormatAtom } from './time-format'

const store = getDefaultStore()
const afternoon = new Date(2024, 0, 5, 15, 7)
const midnight = new Date(2024, 0, 5, 0, 5)
// the space before PM is a narrow no-break space
const plain = (text: string) => text.replace(/\s/g, ' ')

afterEach(() => store.set(timeFormatAtom, 'auto'))

describe('timeFormatAtom', () => {
  it.each([
    ['12h', '3:07 PM', '12:05 AM'],
    ['24h', '15:07', '00:05'],
  ] as const)('formats times with %s', (format, later, early) => {
    store.set(timeFormatAtom, format)
    expect(plain(formatTime(afternoon))).toBe(later)
    expect(plain(formatDateTime(afternoon))).toBe(`Jan 5, 2024, ${later}`)
    expect(plain(formatTime(midnight))).toBe(early)
  })

  it('applies from the next call', () => {
    store.set(timeFormatAtom, '12h')
    const before = formatTime(afternoon)
    store.set(timeFormatAtom, '24h')
    expect(formatTime(afternoon)).not.toBe(before)
  })

  it.each([
    ['auto', 'en-US', true],
    ['auto', 'de-DE', false],
    ['auto', 'en-GB', false],
    ['24h', 'en-US', false],
    ['12h', 'de-DE', true],
  ] as const)('%s in locale %s uses 12 hours: %s', (format, language, expected) =>
    expect(is12Hours(format, language)).toBe(expected),
  )
})
