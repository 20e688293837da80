import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { TICKET_FIELDS } from '@helpdesk/tickets/model/ticket-fields'
import { codeText } from '@helpdesk/ui'
import type { BulkChange, BulkResult, BulkTarget } from './bulk'
import { changeText } from './change-text'
import * as texts from './bulk-texts'

export interface BulkReport {
  /** What changed, as text; null when no ticket did. */
  done: string | null
  /** Reasons of refusal with the numbers and subjects of their tickets, and how many more have neither. */
  refused: { reason: string; tickets: string[]; more: number }[]
}

/** Why a ticket of a colleague does not change with the others, and the way out. */
export const heldReason = ({ assignee_name: name }: Pick<BulkTarget, 'assignee_name'>): string =>
  texts.heldBy(name)

/** `#1042 Printer is offline`; empty when neither is known. */
export const ticketLabel = ({ number, subject }: Partial<BulkResult>): string =>
  [ticketRef({ number: number ?? undefined }), subject].filter(Boolean).join(' ')

/** Why a ticket was refused, and the way out. */
export function refusalOf({ code, hint, message }: BulkResult): string {
  if (!code) return message || texts.changeRefused
  if (code === 'ticket_forbidden' && hint) return texts.heldBy(hint)
  return codeText(code, hint, texts.changeRefused)
}

/** What the change did to a ticket or to a count of them, such as "3 tickets set to Pending". */
function bulkText(target: string, change: BulkChange, me: string | undefined): string {
  if (change.take_over) return texts.takenOver(target)
  const { status, priority, assigned_to: assignee, add_tags: added, remove_tags: removed } = change
  const snooze =
    change.snoozed_until !== undefined && TICKET_FIELDS.snoozed_until?.done?.(change.snoozed_until)
  return changeText(target, {
    status,
    priority,
    assignee: assignee && (assignee === me ? texts.you : (change.assignee_name ?? texts.aColleague)),
    tags: Boolean(added ?? removed) || undefined,
    others: snooze ? [snooze] : [],
  })
}

/**
 * Summarises the results of a change; each reason of refusal appears once.
 * @param tickets what the screen knows of the tickets, for results without number or subject
 * @param me id of the user, who is called `you`
 */
export function bulkReport(
  results: readonly BulkResult[],
  change: BulkChange,
  tickets: readonly BulkTarget[],
  me?: string,
): BulkReport {
  const known = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const label = (result: BulkResult) => ticketLabel({ ...known.get(result.id), ...withValues(result) })
  const done = results.filter(({ ok }) => ok)
  const [first] = done
  const number = first && (first.number ?? known.get(first.id)?.number)
  const one = ticketRef({ number: number ?? undefined }) || texts.ticketCount(1)
  const reasons = new Map<string, BulkResult[]>()
  for (const result of results) {
    if (result.ok) continue
    const reason = refusalOf(result)
    reasons.set(reason, [...(reasons.get(reason) ?? []), result])
  }
  return {
    done: first ? bulkText(done.length === 1 ? one : texts.ticketCount(done.length), change, me) : null,
    refused: [...reasons].map(([reason, refused]) => {
      const labels = refused.map(label).filter(Boolean)
      return { reason, tickets: labels, more: refused.length - labels.length }
    }),
  }
}

const withValues = ({ number, subject }: BulkResult): Partial<BulkResult> => ({
  ...(number && { number }),
  ...(subject && { subject }),
})
