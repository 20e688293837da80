import { buildRow } from '@helpdesk/tickets/testing/build-row'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  hasSnoozed,
  isOutside,
  maySnooze,
  snoozeChoices,
  suggestedTime,
  timeProblem,
  zoneNote,
} from './snooze-choices'
import { hoursOf } from './workspace-hours'

/** Local times, of readers beside the workspace. */
const local = (text: string | null | undefined) => {
  if (!text || text === 'infinity') return text
  const date = new Date(text)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}
const at = (...parts: [number, number, number, number, number, number?]) => new Date(...parts).getTime()
const here = () => hoursOf({})
const times = (now: number, canWake = false, hours = here()) =>
  snoozeChoices(now, canWake, hours).map(({ digit, label, until }) => [digit, label, local(until)])
const REST = [
  [5, 'Pick a date and time…', undefined],
  [6, 'Until the customer answers', 'infinity'],
]

afterEach(() => vi.unstubAllEnvs())

describe('the choices of a snooze', () => {
  it('have their times on a Wednesday noon', () => {
    expect(times(at(2026, 11, 2, 12, 30))).toEqual([
      [1, 'Later today', '2026-12-02 15:30'],
      [2, 'Tomorrow', '2026-12-03 09:00'],
      [3, 'Next Monday', '2026-12-07 09:00'],
      [4, 'In a week', '2026-12-09 12:30'],
      ...REST,
    ])
  })

  it('do not end after closing time, and keep their digits', () => {
    expect(times(at(2026, 11, 2, 14, 0))[0]).toEqual([1, 'Later today', '2026-12-02 17:00'])
    expect(times(at(2026, 11, 2, 14, 0, 1))).toEqual([
      [2, 'Tomorrow', '2026-12-03 09:00'],
      [3, 'Next Monday', '2026-12-07 09:00'],
      [4, 'In a week', '2026-12-09 14:00'],
      ...REST,
    ])
    expect(times(at(2026, 11, 2, 20, 0))[2]).toEqual([4, 'In a week', '2026-12-10 09:00'])
  })

  it('wait for the opening in the early morning', () => {
    expect(times(at(2026, 11, 2, 4, 30))[0]).toEqual([1, 'Later today', '2026-12-02 09:00'])
    expect(times(at(2026, 11, 1, 22, 30))[0]?.[1]).toBe('Tomorrow')
  })

  it('have one choice for one time: Monday on a Friday and a weekend, and in a week before a Monday’s opening', () => {
    for (const [day, label] of [
      [4, 'Monday'],
      [5, 'Monday'],
      [6, 'Tomorrow'],
    ] as const)
      expect(times(at(2026, 11, day, 18, 0)).slice(0, 2)).toEqual([
        [2, label, '2026-12-07 09:00'],
        [4, 'In a week', '2026-12-14 09:00'],
      ])
    expect(times(at(2026, 10, 30, 8, 0)).map(([digit]) => digit)).toEqual([1, 2, 3, 5, 6])
  })

  it('follow the working days and hours of the workspace', () => {
    const sundays = hoursOf({ working_days: [7, 1, 2, 3, 4], opens_at: '08:30:00', closes_at: '12:00:00' })
    // A Thursday.
    expect(times(at(2026, 11, 3, 9, 30), false, sundays).slice(0, 2)).toEqual([
      [2, 'Sunday', '2026-12-06 08:30'],
      [4, 'In a week', '2026-12-10 09:30'],
    ])
    // A Tuesday.
    expect(times(at(2026, 11, 1, 8, 45), false, sundays).slice(0, 3)).toEqual([
      [1, 'Later today', '2026-12-01 11:45'],
      [2, 'Tomorrow', '2026-12-02 08:30'],
      [3, 'Next Sunday', '2026-12-06 08:30'],
    ])
    const everyDay = hoursOf({ working_days: [1, 2, 3, 4, 5, 6, 7] })
    expect(times(at(2026, 11, 4, 18, 0), false, everyDay).slice(0, 2)).toEqual([
      [2, 'Tomorrow', '2026-12-05 09:00'],
      [3, 'Next Monday', '2026-12-07 09:00'],
    ])
    const mondays = hoursOf({ working_days: [1] })
    expect(times(at(2026, 11, 7, 12, 0), false, mondays).map(([, label]) => label)).toEqual([
      'Later today',
      'Monday',
      'In a week',
      ...REST.map(([, label]) => label),
    ])
  })

  it('are in the words of the reader, whose day may be another', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const kolkata = hoursOf({ time_zone: 'Asia/Kolkata' })
    // Tuesday 13:00 in New York, 23:30 in Kolkata, whose Wednesday begins before the reader's does.
    expect(times(Date.UTC(2026, 11, 1, 18, 0), false, kolkata).slice(0, 3)).toEqual([
      [2, 'Today', '2026-12-01 22:30'],
      [3, 'Next Sunday', '2026-12-06 22:30'],
      [4, 'In a week', '2026-12-08 22:30'],
    ])
    // Monday 23:00 in New York, Tuesday 9:30 in Kolkata.
    expect(times(Date.UTC(2026, 11, 1, 4, 0), false, kolkata)[0]).toEqual([
      1,
      'In 3 hours',
      '2026-12-01 02:00',
    ])
  })

  it('keep their digits when a ticket can be woken', () => {
    expect(times(at(2026, 11, 2, 12, 30), true)).toEqual([
      ...times(at(2026, 11, 2, 12, 30)),
      [7, 'Wake now', null],
    ])
  })
})

it('names the zone of the workspace where its clock shows another time', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const now = Date.UTC(2026, 11, 1)
  const note = (time_zone?: string) => zoneNote(hoursOf({ time_zone }), now)?.replaceAll('\u202f', ' ')
  expect(note('America/New_York')).toBe('Your time. Working hours are 9:00 AM to 5:00 PM in New York.')
  expect([note('Europe/Paris'), note(), note('Mars/Olympus')]).toEqual([undefined, undefined, undefined])
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

  it('begins with the next opening, and may be outside the hours', () => {
    expect(local(suggestedTime(now, here()).toISOString())).toBe('2026-12-03 09:00')
    expect(
      [
        at(2026, 11, 3, 9, 0),
        at(2026, 11, 3, 17, 0),
        at(2026, 11, 3, 8, 59),
        at(2026, 11, 3, 17, 1),
        at(2026, 11, 5, 12, 0),
      ].map((time) => isOutside(here(), time)),
    ).toEqual([false, false, true, true, true])
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
