/** Stands for a figure that nothing was measured for. */
export const NO_FIGURE = '–'

const whole = /* @__PURE__ */ new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** `1,234`. */
export const countText = (count: number): string => whole.format(count)

/** A share of 1 as a whole percentage: `94%`. Only all is 100% and only none is 0%; close to it is `<1%`, `>99%`. */
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

/** Minutes for a reader: `under 1 min`, `12 min`, `1.5h` from an hour on, `2.5 days` from two days on. */
export function durationText(minutes: number | null): string {
  if (minutes === null) return NO_FIGURE
  if (minutes < 1) return 'under 1 min'
  // Rounding comes first: 59.6 minutes are an hour, not 60 min.
  if (Math.round(minutes) < HOUR) return `${Math.round(minutes)} min`
  if (minutes / DAY < 2) return `${upToOneDecimal(minutes / HOUR)}h`
  return `${upToOneDecimal(minutes / DAY)} days`
}
