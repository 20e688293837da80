import { formatDateTime, formatTime } from '@helpdesk/ui'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { isTicketPriority, priorityLabel } from './priorities'
import type { TicketSummary } from './rows'
import * as snoozeTexts from './snooze-texts'
import { isTicketStatus, statusLabel } from './statuses'
import * as texts from './timeline-texts'

/** What the history, messages, rows of lists and the exported file say about a field of tickets. */
interface TicketField {
  /** What a change did, after a person's name: `changed the priority from Low to High`. Values as the history has them. */
  sentence: (from: string | null, to: string | null) => string
  /** What a change did, after the ticket's number in the message to its author; absent where `changeText` knows. */
  done?: (value: unknown) => string
  /** A mark in a row of a list; undefined for none. */
  mark?: (row: TicketSummary, now: number) => string | undefined
  /**
   * A column of the exported file besides those of the specification.
   * @param timeCell writes a time as the file's other times are
   */
  column?: (row: TicketSummary, timeCell: (time: string) => string) => string | null | undefined
}

export function changedValue(thing: string, from: string | null, to: string | null): string {
  if (from && to) return texts.changedFromTo(thing, from, to)
  if (to) return texts.setTo(thing, to)
  return from ? texts.removedValue(thing, from) : texts.changed(thing)
}

const statusName = (value: string): string => (isTicketStatus(value) ? statusLabel(value) : value)
const priorityName = (value: string): string => (isTicketPriority(value) ? priorityLabel(value) : value)

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
  if (until === UNTIL_ANSWER) return snoozeTexts.theCustomerAnswers
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

/** In the history, which is read later: with the day. */
const fullUntil = (until: string): string =>
  until === UNTIL_ANSWER ? snoozeTexts.theCustomerAnswers : formatDateTime(until)
const exportedUntil = (until: string, timeCell: (time: string) => string): string =>
  until === UNTIL_ANSWER ? snoozeTexts.theCustomerAnswers : timeCell(until)

export const TICKET_FIELDS: Partial<Record<string, TicketField>> = {
  status: {
    sentence: (from, to) =>
      to === 'open' && (from === 'solved' || from === 'closed')
        ? texts.reopened
        : changedValue(texts.theStatus, from && statusName(from), to && statusName(to)),
  },
  priority: {
    sentence: (from, to) =>
      changedValue(texts.thePriority, from && priorityName(from), to && priorityName(to)),
  },
  subject: {
    sentence: (from, to) =>
      changedValue(texts.theSubject, from && texts.quoted(from), to && texts.quoted(to)),
  },
  snoozed_until: {
    sentence: (_, to) => (to ? snoozeTexts.snoozedTicket(fullUntil(to)) : snoozeTexts.unsnoozedTicket),
    done: (value) =>
      typeof value === 'string'
        ? snoozeTexts.until(untilText(value, serverNow()))
        : snoozeTexts.noLongerSnoozed,
    mark: (row, now) =>
      row.snoozed_until && isSnoozed(row, now)
        ? snoozeTexts.mark(untilText(row.snoozed_until, now))
        : undefined,
    column: ({ snoozed_until: until }, timeCell) => (until ? exportedUntil(until, timeCell) : until),
  },
}

/** The marks of a row in a list, by field. */
export const marksOf = (row: TicketSummary, now: number): [field: string, mark: string][] =>
  Object.entries(TICKET_FIELDS).flatMap(([name, field]): [string, string][] => {
    const mark = field?.mark?.(row, now)
    return mark ? [[name, mark]] : []
  })
