import { isResolved } from '@helpdesk/tickets/model/closing'
import { statusLabel } from '@helpdesk/tickets/model/statuses'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import type { IncidentRow } from '../api/reply-to-incidents'
import { fillPlaceholders } from './macros'
import * as texts from './incident-reply-texts'

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
export const textFor = (
  text: string,
  row: Pick<IncidentRow, 'number' | 'requester_name'>,
  me: string | null,
) =>
  fillPlaceholders(text, {
    'customer.name': row.requester_name,
    'ticket.number': ticketRef(row),
    'ticket.id': ticketRef(row),
    'agent.name': me,
  })
