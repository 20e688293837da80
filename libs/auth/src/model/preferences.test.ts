import { describe, expect, it } from 'vitest'
import { isNotified, readPreferences } from './preferences'

describe('readPreferences', () => {
  it.each([
    ['an empty object', {}, {}],
    ['null', null, {}],
    ['an array', [], {}],
    [
      'all preferences',
      { theme: 'dark', time_format: '24h', notify_reply: false, notify_status: true, notify_assigned: false },
      { theme: 'dark', time_format: '24h', notify_reply: false, notify_status: true, notify_assigned: false },
    ],
    ['unknown values', { theme: 'sepia', time_format: 24, notify_reply: 'no' }, {}],
    ['an unknown beside a known value', { theme: 'sepia', time_format: '12h' }, { time_format: '12h' }],
    ['unknown keys', { theme: 'light', density: 'compact' }, { theme: 'light' }],
  ])('reads %s', (_, value, expected) => expect(readPreferences(value)).toEqual(expected))
})

it('isNotified defaults to true, but for what would be a lot', () => {
  expect(isNotified({}, 'app_mention')).toBe(true)
  expect(isNotified({}, 'app_unassigned')).toBe(false)
  expect(isNotified({}, 'notify_followed')).toBe(false)
  expect(isNotified({ notify_followed: true }, 'notify_followed')).toBe(true)
  expect(isNotified({}, 'notify_reply')).toBe(true)
  expect(isNotified({ notify_reply: true }, 'notify_reply')).toBe(true)
  expect(isNotified({ notify_reply: false }, 'notify_reply')).toBe(false)
})
