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
export function dayAt(moment: Date, zone: string): Day {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The browser's time zone, such as `Europe/Berlin`. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** The time zone, or `UTC` when this browser does not know it. */
export function knownZone(zone: string): string {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone && zone
  } catch {
    return 'UTC'
  }
}

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
