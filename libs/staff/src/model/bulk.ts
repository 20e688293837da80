import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { canTriage, type Actor, type AgentsUpdate } from '@helpdesk/tickets/model/permissions'
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

/** Tickets per bulk call: the server takes 200, but a busy one may cancel so long a statement. */
export const BULK_MAX = 50

/** A ticket to change; only its id is known when its row is not loaded. */
export type BulkTarget = Pick<TicketSummary, 'id'> & Partial<TicketSummary>

/** The selected tickets, loaded or not. */
export function targetsOf(
  chosen: ReadonlySet<string>,
  list: { loaded: readonly TicketSummary[] } | undefined,
): BulkTarget[] {
  if (chosen.size === 0) return []
  const loaded = list?.loaded.filter(({ id }) => chosen.has(id)) ?? []
  const found = new Set(loaded.map(({ id }) => id))
  return [...loaded, ...[...chosen].filter((id) => !found.has(id)).map((id) => ({ id }))]
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

/**
 * The row after the change. An open ticket that is assigned goes in progress, as does every ticket that `me` claims.
 */
export function afterChange<Row extends BulkRow>(row: Row, change: BulkChange, me: string | undefined): Row {
  const assignee = change.take_over && me ? me : change.assigned_to
  const isAssigned = assignee !== undefined && assignee !== null && assignee !== row.assigned_to
  const starts = isAssigned && (row.status === 'open' || (row.assigned_to === null && assignee === me))
  return {
    ...row,
    status: change.status ?? (starts ? 'in_progress' : row.status),
    priority: change.priority ?? row.priority,
    assigned_to: assignee === undefined ? row.assigned_to : assignee,
  }
}

/** Tickets, and the change requested for them. */
export interface RequestedChange {
  tickets: readonly BulkTarget[]
  change: BulkChange
}

/** The tickets that a user may change only after taking them over from a colleague. */
export const heldByOthers = (
  actor: Actor | null,
  tickets: readonly BulkTarget[],
  agentsUpdate: AgentsUpdate | undefined,
): BulkTarget[] =>
  tickets.filter(
    ({ assigned_to }) => actor && assigned_to && !canTriage(actor, { assigned_to }, agentsUpdate),
  )
