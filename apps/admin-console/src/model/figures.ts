import * as texts from './texts'

/** Shown for a figure without measurements. */
export const NO_FIGURE = '–'

const whole = /* @__PURE__ */ new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** `1,234`. */
export const countText = (count: number): string => whole.format(count)

/** A fraction of 1 as a percentage: `94%`. Never rounds to 0% or 100%; those become `<1%` and `>99%`. */
export function percentText(share: number | null): string {
  if (share === null) return NO_FIGURE
  const percent = Math.round(share * 100)
  if (percent === 100 && share < 1) return '>99%'
  if (percent === 0 && share > 0) return '<1%'
  return `${percent}%`
}

const HOUR = 60
const DAY = 24 * HOUR
const upToOneDecimal = (value: number) => String(Number(value.toFixed(1)))

/** Formats minutes: `under 1 min`, `12 min`, from one hour `1.5h`, from two days `2.5 days`. */
export function durationText(minutes: number | null): string {
  if (minutes === null) return NO_FIGURE
  if (minutes < 1) return texts.underAMinute
  // Compare rounded values: 59.6 minutes are 1h, not 60 min.
  if (Math.round(minutes) < HOUR) return texts.minutes(Math.round(minutes))
  if (minutes / DAY < 2) return texts.hours(upToOneDecimal(minutes / HOUR))
  return texts.days(upToOneDecimal(minutes / DAY))
}
