import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import type { TicketPriority } from '@helpdesk/tickets/model/priorities'
import type { TicketStatus } from '@helpdesk/tickets/model/statuses'

/** What one call may change on many tickets. */
export interface BulkChange {
  status?: TicketStatus
  priority?: TicketPriority
  /** null gives the tickets back to the queue. */
  assigned_to?: string | null
  add_tags?: string[]
  remove_tags?: string[]
}

/** What became of one ticket of the call. */
export interface BulkResult {
  id: string
  ok: boolean
  message?: string | null
}

export interface BulkReport {
  /** How many were changed, in words; null when none was. */
  done: string | null
  /** Why others were not, with the subjects that this is true of. */
  refused: { reason: string; subjects: string[] }[]
}

/** How long a change of many tickets can be taken back, in milliseconds. The server allows three times that. */
export const UNDO_MS = 10_000

/** Ids of the tickets that were changed. */
export const changedIds = (results: readonly BulkResult[]): string[] =>
  results.filter(({ ok }) => ok).map(({ id }) => id)

const NO_REASON = 'The change was refused'

/**
 * What a person reads after a call: how many went well, and each refusal once with the tickets it is about.
 * @param verb what was done, such as `updated`
 * @param subjectOf the words that people know a ticket by
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

/** A row as it is after the change: taking an unassigned ticket for oneself is a claim and moves it to in_progress. */
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
