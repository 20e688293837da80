import { expect, it } from 'vitest'
import { sendChoices } from './send-choices'
import { hoursOf } from './workspace-hours'

const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime()
const choices = (now: number) =>
  sendChoices(now, hoursOf({})).map(({ label, at: time }) => [
    label.replace('\u202f', ' '),
    time && new Date(time).toString().slice(0, 21),
  ])

it('offers tomorrow, Monday and a time of one’s own', () => {
  expect(choices(at(2026, 11, 2, 14, 30))).toEqual([
    ['Send tomorrow, Thu 9:00 AM', 'Thu Dec 03 2026 09:00'],
    ['Send Mon 9:00 AM', 'Mon Dec 07 2026 09:00'],
    ['Pick a date and time…', undefined],
  ])
})

it('offers Monday once on a Friday and a Sunday, and the Monday after on a Monday', () => {
  expect(choices(at(2026, 11, 6, 8, 0)).map(([label]) => label)).toEqual([
    'Send tomorrow, Mon 9:00 AM',
    'Pick a date and time…',
  ])
  expect(choices(at(2026, 11, 4, 8, 0)).map(([label]) => label)).toEqual([
    'Send Mon 9:00 AM',
    'Pick a date and time…',
  ])
  expect(choices(at(2026, 11, 7, 8, 0))[1]).toEqual(['Send Mon, Dec 14, 9:00 AM', 'Mon Dec 14 2026 09:00'])
})
