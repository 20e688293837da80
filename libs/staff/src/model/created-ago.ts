const relative = /* @__PURE__ */ new Intl.RelativeTimeFormat('en-US')
const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * How long ago something happened, always with `ago` (section 2.14): `3 hours ago`. Never in the future, even if this
 * clock is behind the server's.
 */
export function createdAgo(moment: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(moment)) / 1000)
  const step = STEPS.find(([, size]) => seconds >= size)
  return step ? relative.format(-Math.trunc(seconds / step[1]), step[0]) : 'less than a minute ago'
}
