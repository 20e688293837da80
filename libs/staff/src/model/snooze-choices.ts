import { isResolved } from '@helpdesk/tickets/model/closing'
import { isSnoozed, UNTIL_ANSWER } from '@helpdesk/tickets/model/ticket-fields'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import type { BulkTarget } from './bulk'
import * as texts from './snooze-texts'

const HOUR = 3_600_000
/** When work begins, in the reader's zone. The workspace has no hours of its own. */
const MORNING = 9
/** Hours of "later today". */
const LATER = 3
const MONDAY = 1

export interface SnoozeChoice {
  id: 'later' | 'tomorrow' | 'monday' | 'week' | 'pick' | 'answer' | 'wake'
  label: string
  /** ISO timestamp, or `UNTIL_ANSWER`; null wakes. Undefined where the reader still chooses. */
  until: string | null | undefined
}

const inDays = (now: Date, days: number, hours = MORNING, minutes = 0): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes)

/**
 * The choices of a snooze, always in the same places, so that their digits can be learnt.
 * @param now milliseconds
 * @param canWake a ticket is snoozed
 */
export function snoozeChoices(now: number, canWake: boolean): SnoozeChoice[] {
  const today = new Date(now)
  const later = new Date(Math.ceil((now + LATER * HOUR) / 60_000) * 60_000)
  const untilMonday = ((MONDAY + 7 - today.getDay() - 1) % 7) + 1
  const at = (date: Date) => date.toISOString()
  return [
    {
      id: 'later',
      label: later.getDate() === today.getDate() ? texts.laterToday : texts.inHours(LATER),
      until: at(later),
    },
    { id: 'tomorrow', label: texts.tomorrow, until: at(inDays(today, 1)) },
    { id: 'monday', label: texts.nextMonday, until: at(inDays(today, untilMonday)) },
    {
      id: 'week',
      label: texts.inAWeek,
      until: at(inDays(today, 7, today.getHours(), today.getMinutes())),
    },
    { id: 'pick', label: texts.pickTime, until: undefined },
    { id: 'answer', label: texts.untilAnswer, until: UNTIL_ANSWER },
    ...(canWake ? [{ id: 'wake' as const, label: texts.wakeNow, until: null }] : []),
  ]
}

/** The time with which the field of a picked time begins: tomorrow morning. */
export const suggestedTime = (now: number): Date => inDays(new Date(now), 1)

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
