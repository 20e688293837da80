import { timeFormatAtom } from '@helpdesk/ui'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, it } from 'vitest'
import { buildRow } from '../testing/build-row'
import { isSnoozed, snoozeEnd, TICKET_FIELDS, UNTIL_ANSWER, untilText } from './ticket-fields'

beforeEach(() => getDefaultStore().set(timeFormatAtom, '24h'))

// A Monday.
const now = new Date(2026, 10, 30, 14, 30).getTime()
const at = (...parts: [number, number, number, number?]) => new Date(...parts).toISOString()

it.each([
  ['today', at(2026, 10, 30, 17), '17:00'],
  ['tomorrow', at(2026, 11, 1, 9), 'Tue 09:00'],
  ['in six days', at(2026, 11, 6, 9), 'Sun 09:00'],
  ['in a week', at(2026, 11, 7, 9), 'Mon, Dec 7, 09:00'],
  ['in another year', at(2027, 0, 4, 9), 'Mon, Jan 4, 2027, 09:00'],
  ['yesterday', at(2026, 10, 29, 9), 'Sun, Nov 29, 09:00'],
  ['until the customer answers', UNTIL_ANSWER, 'the customer answers'],
])('says a time %s', (_, until, text) => {
  expect(untilText(until, now).replaceAll('\u202f', ' ')).toBe(text)
})

it('ends at its time, and never by itself when it waits for the customer', () => {
  const snoozed = (snoozed_until: string | null) => ({ snoozed_until })
  expect(isSnoozed(snoozed(new Date(now + 1).toISOString()), now)).toBe(true)
  expect(isSnoozed(snoozed(new Date(now).toISOString()), now)).toBe(false)
  expect(isSnoozed(snoozed(null), now)).toBe(false)
  expect(isSnoozed(snoozed(UNTIL_ANSWER), Date.UTC(2999, 0))).toBe(true)
  expect(snoozeEnd(snoozed(UNTIL_ANSWER))).toBeGreaterThan(Date.UTC(2999, 0))
})

it('is exported as a time or in words', () => {
  const column = (snoozed_until: string | null) =>
    TICKET_FIELDS.snoozed_until?.column?.(buildRow(1, { snoozed_until }), (time) => `at ${time}`)
  const until = at(2026, 11, 1, 9)
  expect([until, UNTIL_ANSWER, null].map(column)).toEqual([`at ${until}`, 'the customer answers', null])
})
