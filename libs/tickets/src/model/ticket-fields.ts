import { formatDateTime } from '@helpdesk/ui'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { isTicketPriority, priorityLabel } from './priorities'
import type { TicketSummary } from './rows'
import { isSnoozed, UNTIL_ANSWER, untilText } from './snooze'
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
  /** A column of the exported file besides those of the specification. */
  column?: (row: TicketSummary) => string | null | undefined
}

export function changedValue(thing: string, from: string | null, to: string | null): string {
  if (from && to) return texts.changedFromTo(thing, from, to)
  if (to) return texts.setTo(thing, to)
  return from ? texts.removedValue(thing, from) : texts.changed(thing)
}

const statusName = (value: string): string => (isTicketStatus(value) ? statusLabel(value) : value)
const priorityName = (value: string): string => (isTicketPriority(value) ? priorityLabel(value) : value)

/** In the history, which is read later: with the day. */
const fullUntil = (until: string): string =>
  until === UNTIL_ANSWER ? snoozeTexts.theCustomerAnswers : formatDateTime(until)
const exportedUntil = (until: string): string =>
  until === UNTIL_ANSWER ? snoozeTexts.theCustomerAnswers : until

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
    column: ({ snoozed_until: until }) => (until ? exportedUntil(until) : until),
  },
}

/** The marks of a row in a list, by field. */
export const marksOf = (row: TicketSummary, now: number): [field: string, mark: string][] =>
  Object.entries(TICKET_FIELDS).flatMap(([name, field]): [string, string][] => {
    const mark = field?.mark?.(row, now)
    return mark ? [[name, mark]] : []
  })
