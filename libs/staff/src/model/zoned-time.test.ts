import { describe, expect, it } from 'vitest'
import { daysLater, hoursOf, nextOpening, nextWeek } from './workspace-hours'
import { isKnownZone, timeAt, wallTime } from './zoned-time'

const utc = (text: string) => Date.parse(`${text}Z`)
const iso = (time: number) => new Date(time).toISOString().slice(0, 16)

describe.each([
  // Summer time begins and ends; half an hour in Lord Howe; a day that Apia left out.
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
  ['America/New_York', '2026-11-01T02:30', '2026-11-01T07:30'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45'],
  ['Australia/Lord_Howe', '2026-10-04T09:00', '2026-10-03T22:00'],
  ['Asia/Kolkata', '2026-12-03T09:00', '2026-12-03T03:30'],
  ['Pacific/Apia', '2026-12-03T09:00', '2026-12-02T20:00'],
  ['Pacific/Apia', '2011-12-30T09:00', '2011-12-30T19:00'],
  ['UTC', '1969-12-31T23:59', '1969-12-31T23:59'],
])('%s at %s', (zone, wall, time) => {
  it(`is ${time}`, () => expect(iso(timeAt(zone, utc(wall)))).toBe(time))
})

it('shows each hour of two years as it was told', () => {
  for (const zone of [
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Pacific/Apia',
    'Europe/Berlin',
  ]) {
    const wrong = []
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2028, 0, 1); time += 3_600_000 * 5 + 60_000) {
      const wall = wallTime(zone, time)
      const found = timeAt(zone, wall)
      // The same, or the first of two that the clock showed so.
      if (wallTime(zone, found) !== wall || found > time || time - found > 3_600_000) wrong.push(iso(time))
    }
    expect(wrong, zone).toEqual([])
  }
})

it('knows the zones of the browser', () => {
  expect(['Pacific/Apia', 'UTC', 'Mars/Olympus', ''].map(isKnownZone)).toEqual([true, true, false, false])
})

describe('openings over a change of the clock', () => {
  const opens = (zone: string, now: string, more = {}) => {
    const hours = hoursOf({ time_zone: zone, ...more })
    return [nextOpening(hours, utc(now)), nextWeek(hours, utc(now)), daysLater(hours, utc(now), 7)].map(iso)
  }
  it.each([
    // A Friday noon before summer time, and before its end.
    ['America/New_York', '2026-03-06T17:00', ['2026-03-09T13:00', '2026-03-09T13:00', '2026-03-13T16:00']],
    ['America/New_York', '2026-10-30T16:00', ['2026-11-02T14:00', '2026-11-02T14:00', '2026-11-06T17:00']],
    ['Australia/Lord_Howe', '2026-10-02T01:30', ['2026-10-04T22:00', '2026-10-04T22:00', '2026-10-09T01:00']],
    ['Asia/Kolkata', '2026-12-02T19:00', ['2026-12-04T03:30', '2026-12-07T03:30', '2026-12-10T03:30']],
    ['Pacific/Apia', '2026-12-03T10:30', ['2026-12-03T20:00', '2026-12-06T20:00', '2026-12-10T20:00']],
  ])('%s from %s', (zone, now, times) => expect(opens(zone, now)).toEqual(times))

  it('are as long after a time that is left out as they would have been', () => {
    const early = { working_days: [7], opens_at: '02:30:00' }
    expect(opens('America/New_York', '2026-03-06T17:00', early)[0]).toBe('2026-03-08T07:30')
  })
})
