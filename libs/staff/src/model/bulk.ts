import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import type { TicketPriority } from '@helpdesk/tickets/model/priorities'
import type { TicketStatus } from '@helpdesk/tickets/model/statuses'

/** The changes of one bulk call. */
export interface BulkChange {
  status?: TicketStatus
  priority?: TicketPriority
  /** null returns the tickets to the queue. */
  assigned_to?: string | null
  /** Takes the tickets over from their assignees, with an optional reason that only staff see. */
  take_over?: true
  reason?: string
  add_tags?: string[]
  remove_tags?: string[]
}

/** The result for one ticket. */
export interface BulkResult {
  id: string
  ok: boolean
  message?: string | null
}

export interface BulkReport {
  /** How many tickets changed, as text; null when none did. */
  done: string | null
  /** Reasons of refusal with the subjects of their tickets. */
  refused: { reason: string; subjects: string[] }[]
}

/** How long Undo is offered, in milliseconds. The server accepts it three times as long. */
export const UNDO_MS = 10_000

/** Ids of the tickets that were changed. */
export const changedIds = (results: readonly BulkResult[]): string[] =>
  results.filter(({ ok }) => ok).map(({ id }) => id)

const NO_REASON = 'The change was refused'

/**
 * Summarises the results of a call; each reason of refusal appears once.
 * @param verb past participle, such as `updated`
 * @param subjectOf returns the subject of a ticket
 */
export function bulkReport(
  results: readonly BulkResult[],
  verb: string,
  subjectOf: (id: string) => string | undefined,
): BulkReport {
  const done = results.filter(({ ok }) => ok).length
  const reasons = new Map<string, string[]>()
  for (const { id, ok, message } of results) {
    if (ok) continue
    const reason = message || NO_REASON
    reasons.set(reason, [...(reasons.get(reason) ?? []), subjectOf(id) ?? 'A ticket'])
  }
  return {
    done: done > 0 ? `${done} ${done === 1 ? 'ticket' : 'tickets'} ${verb}` : null,
    refused: [...reasons].map(([reason, subjects]) => ({ reason, subjects })),
  }
}

interface BulkRow {
  status: TicketStatus
  priority: TicketPriority
  assigned_to: string | null
}

/** The row after the change. Assigning an unassigned ticket to `me` is a claim, which sets it to in_progress. */
export function afterChange<Row extends BulkRow>(row: Row, change: BulkChange, me: string | undefined): Row {
  const claimed = row.assigned_to === null && change.assigned_to !== undefined && change.assigned_to === me
  return {
    ...row,
    status: change.status ?? (claimed ? 'in_progress' : row.status),
    priority: change.priority ?? row.priority,
    assigned_to: change.assigned_to === undefined ? row.assigned_to : change.assigned_to,
  }
}

/** Tickets, and the change requested for them. */
export interface RequestedChange {
  tickets: readonly TicketSummary[]
  change: BulkChange
}
