import { ACTIVITY_WINDOW_HOURS } from './limits'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** True when the moment lies in the last 24 hours, both ends included; the future does not count. */
export function isRecentlyActive(updatedAt: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(updatedAt)
  return age >= 0 && age <= ACTIVITY_WINDOW_HOURS * HOUR
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** `5 minutes ago`; `just now` below a minute and for a server clock that runs ahead. */
export function relativeTime(moment: string, now: Date): string {
  const age = now.getTime() - Date.parse(moment)
  const step = steps.find(([, length]) => age >= length)
  return step ? relative.format(-Math.floor(age / step[1]), step[0]) : 'just now'
}

const dates = new Map<string, Intl.DateTimeFormat>()

/** `Jan 5, 2024` in the reader's zone and, unless one is named, the reader's locale. */
export function shortDate(moment: string, locale?: string, timeZone?: string): string {
  const key = `${locale} ${timeZone}`
  let format = dates.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric', timeZone })
    dates.set(key, format)
  }
  return format.format(new Date(moment))
}

/** The whole moment, for a tooltip on a relative time. */
export const fullDateTime = (moment: string): string =>
  new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Average response on the customer's card: minutes as `12 min`, `1.5h` from an hour on. */
export function responseTime(minutes: number): string {
  if (minutes < 60) return `${Math.max(1, Math.round(minutes))} min`
  return `${Number((minutes / 60).toFixed(1))}h`
}
