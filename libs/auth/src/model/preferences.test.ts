import { describe, expect, it } from 'vitest'
import { isNotified, readPreferences } from './preferences'

describe('readPreferences', () => {
  it.each([
    ['nothing chosen', {}, {}],
    ['no object', null, {}],
    ['a list', [], {}],
    [
      'everything chosen',
      { theme: 'dark', time_format: '24h', notify_reply: false, notify_status: true, notify_assigned: false },
      { theme: 'dark', time_format: '24h', notify_reply: false, notify_status: true, notify_assigned: false },
    ],
    ['values of another version', { theme: 'sepia', time_format: 24, notify_reply: 'no' }, {}],
    ['one bad value beside a good one', { theme: 'sepia', time_format: '12h' }, { time_format: '12h' }],
    ['keys of another version', { theme: 'light', density: 'compact' }, { theme: 'light' }],
  ])('%s', (_, value, expected) => expect(readPreferences(value)).toEqual(expected))
})

it('notifies unless told not to', () => {
  expect(isNotified({}, 'notify_reply')).toBe(true)
  expect(isNotified({ notify_reply: true }, 'notify_reply')).toBe(true)
  expect(isNotified({ notify_reply: false }, 'notify_reply')).toBe(false)
})
