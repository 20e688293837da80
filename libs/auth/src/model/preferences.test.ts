import { describe, expect, it } from 'vitest'
import { readPreferences } from './preferences'

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
    ['columns', { columns: { all: [{ id: 'subject' }] } }, { columns: { all: [{ id: 'subject' }] } }],
    ['no list of columns', { columns: 7 }, {}],
    ['a density', { density: 'compact' }, { density: 'compact' }],
    ['the plain box', { composer: 'plain' }, { composer: 'plain' }],
    ['unknown values', { theme: 'sepia', time_format: 24, density: 'tiny', notify_reply: 'no' }, {}],
    ['an unknown beside a known value', { theme: 'sepia', time_format: '12h' }, { time_format: '12h' }],
    ['unknown keys', { theme: 'light', spacing: 'compact' }, { theme: 'light' }],
    ['a notification of a newer release', { app_praised: false }, { app_praised: false }],
  ])('reads %s', (_, value, expected) => expect(readPreferences(value)).toEqual(expected))
})
