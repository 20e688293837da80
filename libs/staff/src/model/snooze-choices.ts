import { isResolved } from '@helpdesk/tickets/model/closing'
import { isSnoozed, UNTIL_ANSWER } from '@helpdesk/tickets/model/ticket-fields'
import { formatTime } from '@helpdesk/ui'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import type { BulkTarget } from './bulk'
import * as texts from './snooze-texts'
import { dayOf, daysLater, nextOpening, nextWeek, withinDay, type WorkspaceHours } from './workspace-hours'
import { deviceZone, wallTime } from './zoned-time'

const HOUR = 3_600_000
/** Hours of "later today". */
const LATER = 3

export interface SnoozeChoice {
  id: 'later' | 'tomorrow' | 'monday' | 'week' | 'pick' | 'answer' | 'wake'
  label: string
  /** Its key, from 1: always the same, so that it can be learnt. */
  digit: number
  /** ISO timestamp, or `UNTIL_ANSWER`; null wakes. Undefined where the reader still chooses. */
  until: string | null | undefined
}

const weekdayOf = (time: number): string => new Date(time).toLocaleDateString('en-US', { weekday: 'long' })

/** The reader's word for the day of an opening. */
function dayLabel(time: number, now: number): string {
  const today = new Date(now)
  const inDays = (days: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days).toDateString()
  const day = new Date(time).toDateString()
  if (day === inDays(0)) return texts.today
  return day === inDays(1) ? texts.tomorrow : weekdayOf(time)
}

/** Later today, unless that is after closing time. */
function laterToday(hours: WorkspaceHours, now: number): number | undefined {
  const later = Math.ceil((now + LATER * HOUR) / 60_000) * 60_000
  return dayOf(hours, later) === dayOf(hours, now) ? withinDay(hours, later) : undefined
}

/** Where the workspace's day goes on, the reader's may be over. */
const laterLabel = (later: number, now: number): string =>
  dayLabel(later, now) === texts.today ? texts.laterToday : texts.inHours(Math.round((later - now) / HOUR))

/**
 * The choices of a snooze: times at which the workspace works, in the words of the reader's calendar. What is no choice
 * now, or another one's time, is left out.
 * @param now milliseconds
 * @param canWake a ticket is snoozed
 */
export function snoozeChoices(now: number, canWake: boolean, hours: WorkspaceHours): SnoozeChoice[] {
  const later = laterToday(hours, now)
  const [opening, monday, week] = [nextOpening(hours, now), nextWeek(hours, now), daysLater(hours, now, 7)]
  const at = (time: number) => new Date(time).toISOString()
  const taken = new Set<string>()
  const timed = (id: SnoozeChoice['id'], digit: number, label: string, time: number): SnoozeChoice[] => {
    if (taken.has(at(time))) return []
    taken.add(at(time))
    return [{ id, digit, label, until: at(time) }]
  }
  return [
    ...(later === undefined ? [] : timed('later', 1, laterLabel(later, now), later)),
    ...timed('tomorrow', 2, dayLabel(opening, now), opening),
    ...timed('monday', 3, texts.next(weekdayOf(monday)), monday),
    ...timed('week', 4, texts.inAWeek, week),
    { id: 'pick', digit: 5, label: texts.pickTime, until: undefined },
    { id: 'answer', digit: 6, label: texts.untilAnswer, until: UNTIL_ANSWER },
    ...(canWake ? [{ id: 'wake' as const, digit: 7, label: texts.wakeNow, until: null }] : []),
  ]
}

/** The time with which the field of a picked time begins: the next opening. */
export const suggestedTime = (now: number, hours: WorkspaceHours): Date => new Date(nextOpening(hours, now))

/** True for a picked time at which nobody works. */
export const isOutside = (hours: WorkspaceHours, time: number): boolean => withinDay(hours, time) !== time

/** Says whose clock the choices follow; undefined where the reader's clock is the workspace's. */
export function zoneNote(hours: WorkspaceHours, now: number): string | undefined {
  if (wallTime(hours.zone, now) === wallTime(deviceZone(), now)) return undefined
  const clock = (minutes: number) => formatTime(new Date(2000, 0, 1, 0, minutes))
  const place = (hours.zone.split('/').at(-1) ?? hours.zone).replaceAll('_', ' ')
  return texts.hoursElsewhere(clock(hours.opens), clock(hours.closes), place)
}

/** What is wrong with a picked time, as the database judges it; undefined for none. */
export function timeProblem(time: number, now: number): string | undefined {
  if (Number.isNaN(time)) return texts.timeMissing
  if (time <= now) return texts.timePast
  const today = new Date(now)
  const inAYear = new Date(today.getFullYear() + 1, today.getMonth(), today.getDate(), today.getHours())
  return time > inAYear.getTime() ? texts.timeTooFar : undefined
}

/** False when all of the tickets are solved or closed, as far as their rows are known. */
export const maySnooze = (tickets: readonly BulkTarget[]): boolean =>
  tickets.some(({ status }) => !status || !isResolved({ status }))

export const hasSnoozed = (tickets: readonly BulkTarget[]): boolean =>
  tickets.some((ticket) => isSnoozed({ snoozed_until: ticket.snoozed_until }, serverNow()))
