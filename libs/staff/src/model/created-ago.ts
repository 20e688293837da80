import * as texts from './texts'

const relative = /* @__PURE__ */ new Intl.RelativeTimeFormat('en-US')
const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * Formats a time as `3 hours ago` (specification, section 2.14). A time in the future counts as now, because the device's
 * clock may be behind the server's.
 */
export function createdAgo(timestamp: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(timestamp)) / 1000)
  const step = STEPS.find(([, size]) => seconds >= size)
  return step ? relative.format(-Math.trunc(seconds / step[1]), step[0]) : texts.justNow
}
