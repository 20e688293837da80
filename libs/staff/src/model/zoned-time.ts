/** Clocks of time zones. A wall time is what a clock shows, as milliseconds that UTC would have then. */

// eslint-disable-next-line no-restricted-syntax -- two caches are as right as one
const formats = new Map<string, Intl.DateTimeFormat>()
const DAY = 86_400_000

/** The zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** False for a zone that this browser does not know. */
export function isKnownZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

/** What the clock of a zone shows. @param time milliseconds */
export function wallTime(zone: string, time: number): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const { year, month, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((time % 1_000) + 1_000) % 1_000)
}

/**
 * When the clock of a zone shows a time: of two times, in autumn, the first; of a time that is left out, in spring, as long
 * after the change as it would have been.
 */
export function timeAt(zone: string, wall: number): number {
  const ofClock = (near: number) => wall - (wallTime(zone, near) - near)
  // A clock changes once within two days at most.
  const [first, second] = [ofClock(wall - DAY), ofClock(wall + DAY)]
  const earlier = Math.min(first, second)
  return wallTime(zone, earlier) === wall ? earlier : Math.max(first, second)
}
