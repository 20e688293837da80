declare global {
  /** Milliseconds that the server's clock is ahead of this device's. Global, because remotes bundle this file. */
  var __helpdeskClockOffset: number | undefined
}

/** A device that keeps time is off by less: `Date` has whole seconds, and the answer was on its way. */
const TOLERANCE_MS = 5_000

/**
 * The server's time in milliseconds. Use it for whatever a time of the server is compared with, because the clock of a
 * device may be days off; measure durations with `performance.now()`.
 */
export const serverNow = (): number => Date.now() + (globalThis.__helpdeskClockOffset ?? 0)

/** This device's time in milliseconds, for what is compared with nothing but other times of this device. */
export const deviceNow = (): number => Date.now()

/**
 * Learns the server's time from an answer that has just arrived. Pages of other origins cannot read its `Date`, so that
 * the shell does this with `/portal.json`, which is on the page's own origin and never taken from a cache unasked.
 */
export function learnServerTime({ headers }: Pick<Response, 'headers'>): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  // seconds in the cache of a CDN
  const age = (Number(headers.get('age')) || 0) * 1_000
  const offset = date + age - Date.now()
  globalThis.__helpdeskClockOffset = Math.abs(offset) < TOLERANCE_MS ? 0 : offset
}
