import { deviceZone, isKnownZone, wallTime, timeAt } from './zoned-time'

/** When the workspace works, and its clock. */
export interface WorkspaceHours {
  /** Of the IANA database. */
  zone: string
  /** 1 is Monday, 7 Sunday. */
  days: readonly number[]
  /** Minutes of a day. */
  opens: number
  closes: number
}

interface Settings {
  time_zone?: string | undefined
  working_days?: readonly number[] | undefined
  /** Such as `09:00:00`. */
  opens_at?: string | undefined
  closes_at?: string | undefined
}

const DAY = 86_400_000
const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** The hours in the settings of the workspace, which has the default ones until they are read. */
export const hoursOf = ({ time_zone, working_days, opens_at, closes_at }: Settings): WorkspaceHours => ({
  // A browser may not know each zone of the server.
  zone: time_zone !== undefined && isKnownZone(time_zone) ? time_zone : deviceZone(),
  days: working_days && working_days.length > 0 ? working_days : [1, 2, 3, 4, 5],
  opens: minutes(opens_at ?? '09:00'),
  closes: minutes(closes_at ?? '17:00'),
})

const weekday = (wall: number): number => new Date(wall).getUTCDay() || 7
const startOfDay = (wall: number): number => Math.floor(wall / DAY) * DAY
const worksOn = ({ days }: WorkspaceHours, wall: number): boolean => days.includes(weekday(wall))
const openingOf = ({ zone, opens }: WorkspaceHours, day: number): number => timeAt(zone, day + opens * 60_000)

/** The first opening on a later day that `fits`, which one of the next seven does. */
function openingAfter(hours: WorkspaceHours, time: number, fits: (wall: number) => boolean): number {
  let day = startOfDay(wallTime(hours.zone, time)) + DAY
  while (!fits(day)) day += DAY
  return openingOf(hours, day)
}

/** The opening of the next working day, today's never. @param time milliseconds */
export const nextOpening = (hours: WorkspaceHours, time: number): number =>
  openingAfter(hours, time, (day) => worksOn(hours, day))

/** The day on which a week begins: the one after the longest time off, of equal ones the first. */
function firstOfWeek({ days }: WorkspaceHours): number {
  const off = (day: number) => {
    let count = 0
    while (count < 6 && !days.includes(((day + 5 - count) % 7) + 1)) count += 1
    return count
  }
  return [...days].sort((a, b) => off(b) - off(a) || a - b)[0] ?? 1
}

/** The opening of the next week's first working day. @param time milliseconds */
export function nextWeek(hours: WorkspaceHours, time: number): number {
  const first = firstOfWeek(hours)
  return openingAfter(hours, time, (day) => weekday(day) === first)
}

/** The time itself within the hours, before an opening of that day the opening; undefined after closing and on other days. */
export function withinDay(hours: WorkspaceHours, time: number): number | undefined {
  const wall = wallTime(hours.zone, time)
  const day = startOfDay(wall)
  if (!worksOn(hours, day) || wall - day > hours.closes * 60_000) return undefined
  return wall - day < hours.opens * 60_000 ? openingOf(hours, day) : time
}

/** The same time of day, days later, or the first opening after it where nobody works then. */
export function daysLater(hours: WorkspaceHours, time: number, days: number): number {
  const later = timeAt(hours.zone, wallTime(hours.zone, time) + days * DAY)
  return withinDay(hours, later) ?? nextOpening(hours, later)
}

/** The day of the workspace's calendar; two times have the same when they are on one day. */
export const dayOf = ({ zone }: WorkspaceHours, time: number): number => startOfDay(wallTime(zone, time))
