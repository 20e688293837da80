const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Formats the time since a timestamp in one unit: `now`, `5m`, `2h`, `3d`, `7w`. The future counts as now. */
export function shortAge(timestamp: string, now: number): string {
  const age = now - Date.parse(timestamp)
  if (age < 60_000) return 'now'
  if (age < HOUR) return `${Math.trunc(age / 60_000)}m`
  if (age < DAY) return `${Math.trunc(age / HOUR)}h`
  return age < 60 * DAY ? `${Math.trunc(age / DAY)}d` : `${Math.trunc(age / (7 * DAY))}w`
}

/** How urgent a wait is: below 4 hours `short`, below a day `long`, else `overdue`. */
export function waitTone(since: string, now: number): 'short' | 'long' | 'overdue' {
  const age = now - Date.parse(since)
  return age < 4 * HOUR ? 'short' : age < DAY ? 'long' : 'overdue'
}
