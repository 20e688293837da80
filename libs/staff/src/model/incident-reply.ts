import { z } from '@helpdesk/supabase'
import { isResolved } from '@helpdesk/tickets/model/closing'
import { statusLabel, TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { fillPlaceholders, unfilledIn, valuesOf } from './placeholders'
import * as texts from './incident-reply-texts'

/** The result of `preview_incident_reply`; without tickets when the problem is gone. */
export const previewSchema = z.object({
  undo_send_seconds: z.number(),
  tickets: z.nullable(
    z.array(
      z.object({
        id: z.string(),
        number: z.number(),
        subject: z.string(),
        status: z.enum(TICKET_STATUSES),
        /** Absent from an older server. */
        priority: z.optional(z.enum(TICKET_PRIORITIES)),
        is_problem: z.boolean(),
        requester_name: z.nullable(z.string()),
        /** Whether the requester gets an email: `mail`, or why not. */
        mail: z.string(),
        /** The people in copy who get one. */
        copies: z.nullable(z.array(z.string())),
        assigned_to: z.nullable(z.string()),
        assignee_name: z.nullable(z.string()),
        may_change: z.boolean(),
        /** Numbers of tickets merged into it. */
        merged: z.nullable(z.array(z.number())),
        /** A reply is not sent yet. */
        waits: z.boolean(),
        /** What the reader of the preview has seen. */
        messages: z.number(),
      }),
    ),
  ),
})
export type IncidentPreview = z.infer<typeof previewSchema>
export type IncidentRow = NonNullable<IncidentPreview['tickets']>[number]

/** Whether a row is answered unless its author says otherwise: the problem and closed tickets are not. */
export const isIncluded = ({ is_problem, status }: Pick<IncidentRow, 'is_problem' | 'status'>): boolean =>
  !is_problem && status !== 'closed'

/** Who gets an email of a reply, or why nobody does. */
export function mailsOf({ mail, requester_name: name, copies }: IncidentRow): string {
  const inCopy = copies && copies.length > 0 ? texts.inCopy(copies) : ''
  const requester =
    mail === 'mail' ? texts.mailTo(name || texts.someone) : texts.noMail(name || texts.someone, mail)
  return [requester, inCopy].filter(Boolean).join('. ')
}

/** What a reply does to the status and the assignee, as the database does it. */
export function statusAfter(row: IncidentRow, solves: boolean): string {
  const { status, may_change, assigned_to, assignee_name } = row
  if (solves && !isResolved(row)) {
    if (!may_change) return texts.staysBecause(statusLabel(status), assignee_name || texts.aColleague)
    return texts.becomes(statusLabel('solved'))
  }
  if (assigned_to === null && status === 'open') return texts.becomes(statusLabel('in_progress'))
  return texts.stays(statusLabel(status))
}

/** What else the author of a reply should know. */
export const remarksOf = ({ merged, waits, assigned_to }: IncidentRow): string[] => [
  ...(merged ? [texts.mergedHere(merged.map((number) => ticketRef({ number })))] : []),
  ...(waits ? [texts.waits] : []),
  ...(assigned_to === null ? [texts.takes] : []),
]

/** The text for one ticket: placeholders are filled for each. @returns also those that no ticket fills */
export const textFor = (text: string, row: IncidentRow, me: string | null) =>
  fillPlaceholders(text, valuesOf(row, row.requester_name, me))

/** A placeholder of a text and the tickets that do not fill it. */
export interface UnfilledRows {
  placeholder: string
  tickets: string[]
}

/**
 * Placeholders that would reach requesters, with the numbers of their tickets.
 * @param left further ones, which a macro left
 */
export function unfilledFor(
  text: string,
  rows: readonly IncidentRow[],
  me: string | null,
  left: readonly string[],
): UnfilledRows[] {
  const tickets = new Map<string, string[]>()
  for (const row of rows) {
    const found = new Set(unfilledIn(textFor(text, row, me).text, left).map((each) => each.found))
    for (const placeholder of found)
      tickets.set(placeholder, [...(tickets.get(placeholder) ?? []), ticketRef(row)])
  }
  return [...tickets].map(([placeholder, refs]) => ({ placeholder, tickets: refs }))
}
