import { serverNow } from '../clock/server-clock'
import type { DateLike } from './format-day'
import { is12Hours } from './time-format'

const LOCALE = 'en-US'
const relative = /* @__PURE__ */ new Intl.RelativeTimeFormat(LOCALE)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a format is slow and pages show many times. */
function formatOf(parts: 'time' | 'date-time'): Intl.DateTimeFormat {
  const hour12 = is12Hours()
  const key = `${parts} ${hour12}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(LOCALE, {
      ...(parts === 'date-time' && { dateStyle: 'medium' }),
      timeStyle: 'short',
      hourCycle: hour12 ? 'h12' : 'h23',
    })
  formats.set(key, format)
  return format
}

/** `Jan 5, 2024, 3:07 PM` or `Jan 5, 2024, 15:07`, in the user's time zone and time format. */
export const formatDateTime = (date: DateLike): string => formatOf('date-time').format(new Date(date))

/** `3:07 PM` or `15:07`, in the user's time zone and time format. */
export const formatTime = (date: DateLike): string => formatOf('time').format(new Date(date))

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** `3 hours ago`, `in 2 days`; under a minute `just now`. */
export const formatRelative = (date: DateLike, now: DateLike = serverNow()): string => {
  const seconds = (new Date(date).getTime() - new Date(now).getTime()) / 1000
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size)
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : 'just now'
}
