import { buildRow } from '@helpdesk/tickets/testing/build-row'
import { describe, expect, it } from 'vitest'
import { hasSnoozed, maySnooze, snoozeChoices, suggestedTime, timeProblem } from './snooze-choices'

/** Local times, as the choices are in the reader's zone. */
const local = (text: string | null | undefined) => {
  if (!text || text === 'infinity') return text
  const date = new Date(text)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}
const at = (...parts: [number, number, number, number, number, number?]) => new Date(...parts).getTime()
const times = (now: number, canWake = false) =>
  snoozeChoices(now, canWake).map(({ label, until }) => [label, local(until)])

describe('the choices of a snooze', () => {
  it('have their times on a Wednesday afternoon', () => {
    expect(times(at(2026, 11, 2, 14, 30))).toEqual([
      ['Later today', '2026-12-02 17:30'],
      ['Tomorrow', '2026-12-03 09:00'],
      ['Next Monday', '2026-12-07 09:00'],
      ['In a week', '2026-12-09 14:30'],
      ['Pick a date and time…', undefined],
      ['Until the customer answers', 'infinity'],
    ])
  })

  it('mean the Monday after on a Monday, and tomorrow on a Sunday', () => {
    expect(times(at(2026, 10, 30, 8, 0))[2]).toEqual(['Next Monday', '2026-12-07 09:00'])
    expect(times(at(2026, 11, 6, 8, 0))[2]).toEqual(['Next Monday', '2026-12-07 09:00'])
  })

  it('do not call a time after midnight today, and end at a full minute', () => {
    expect(times(at(2026, 11, 31, 21, 0, 1))[0]).toEqual(['In 3 hours', '2027-01-01 00:01'])
    expect(times(at(2026, 11, 31, 20, 59))[0]).toEqual(['Later today', '2026-12-31 23:59'])
  })

  it('keep their places when a ticket can be woken', () => {
    expect(times(at(2026, 11, 2, 14, 30), true).map(([label]) => label)).toEqual([
      ...times(at(2026, 11, 2, 14, 30)).map(([label]) => label),
      'Wake now',
    ])
  })
})

describe('a picked time', () => {
  const now = at(2026, 11, 2, 14, 30)
  it.each([
    [now, 'Choose a time to come'],
    [now + 60_000, undefined],
    [at(2027, 11, 2, 14, 0), undefined],
    [at(2027, 11, 2, 14, 31), 'A ticket can be snoozed for a year at most'],
    [Number.NaN, 'Choose a time'],
  ])('%d: %s', (time, problem) => expect(timeProblem(time, now)).toBe(problem))

  it('begins with tomorrow morning', () => {
    expect(local(suggestedTime(now).toISOString())).toBe('2026-12-03 09:00')
  })
})

it('is offered unless all tickets are known to be solved or closed', () => {
  const solved = buildRow(1, { status: 'solved' })
  expect(
    [[solved], [solved, { id: 'x' }], [solved, buildRow(2, { status: 'open' })], []].map(maySnooze),
  ).toEqual([false, true, true, false])
  expect(hasSnoozed([buildRow(1, { snoozed_until: 'infinity' }), buildRow(2)])).toBe(true)
  expect(hasSnoozed([buildRow(1, { snoozed_until: '2020-01-01T00:00:00Z' })])).toBe(false)
})
