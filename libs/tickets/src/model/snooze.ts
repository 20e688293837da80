import { formatTime } from '@helpdesk/ui'
import type { TicketSummary } from './rows'
import * as texts from './snooze-texts'

/** The time of a ticket that is snoozed until its customer answers, as PostgreSQL writes the end of time. */
export const UNTIL_ANSWER = 'infinity'

type Snoozed = Pick<TicketSummary, 'snoozed_until'>

/** When the snooze ends, in milliseconds: 0 without one, and after all times until the customer answers. */
export const snoozeEnd = ({ snoozed_until: until }: Snoozed): number =>
  until === UNTIL_ANSWER ? Number.MAX_SAFE_INTEGER : until ? Date.parse(until) : 0

/** True while a ticket is snoozed. @param now milliseconds */
export const isSnoozed = (ticket: Snoozed, now: number): boolean => snoozeEnd(ticket) > now

/**
 * Until when a ticket is snoozed, as short as it is clear: `3:07 PM` today, `Tue 9:00 AM` within a week, else with its day.
 * @param now milliseconds
 */
export function untilText(until: string, now: number): string {
  if (until === UNTIL_ANSWER) return texts.theCustomerAnswers
  const date = new Date(until)
  const days = Math.round((startOfDay(date) - startOfDay(new Date(now))) / 86_400_000)
  const time = formatTime(date)
  if (days === 0) return time
  const isNear = days > 0 && days < 7
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  const day = date.toLocaleDateString('en-US', {
    weekday: 'short',
    ...(!isNear && { month: 'short', day: 'numeric' }),
    ...(!isNear && !isThisYear && { year: 'numeric' }),
  })
  return isNear ? `${day} ${time}` : `${day}, ${time}`
}

const startOfDay = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
