import { isKnownZone, wallTime } from '@helpdesk/staff/model/zoned-time'

/** A calendar day without time or zone: `2026-01-31`. */
export type Day = string

const DAY_MS = 86_400_000
const pattern = /^\d{4}-\d{2}-\d{2}$/
const toMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

/** Whether a text is an existing calendar day; 2026-02-30 is not. */
export function isDay(text: string): boolean {
  return pattern.test(text) && !Number.isNaN(toMs(text)) && addDays(text, 0) === text
}

/** The day `count` days later; earlier when negative. */
export const addDays = (day: Day, count: number): Day =>
  new Date(toMs(day) + count * DAY_MS).toISOString().slice(0, 10)

/** Number of days in a range, both ends included. */
export const daysIn = (from: Day, to: Day): number => Math.round((toMs(to) - toMs(from)) / DAY_MS) + 1

/** The calendar day of a time in a time zone. */
export const dayAt = (moment: Date, zone: string): Day =>
  new Date(wallTime(zone, moment.getTime())).toISOString().slice(0, 10)

/** The time zone, or `UTC` when this browser does not know it. */
export const knownZone = (zone: string): string => (isKnownZone(zone) ? zone : 'UTC')

const long = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const short = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
/** `Jan 31, 2026`. */
export const dayText = (day: Day): string => long.format(toMs(day))
/** `Jan 31`. */
export const shortDayText = (day: Day): string => short.format(toMs(day))
