import { isResolved } from '@helpdesk/tickets/model/closing'
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
  /** Name of the assignee, for what the screen says; it is not sent. */
  assignee_name?: string
  /** To the new assignee, with the tickets; at most 1000 characters. */
  note?: string
  /** Takes the tickets over from their assignees, with an optional reason that only staff see. */
  take_over?: true
  reason?: string
  /** A time or `UNTIL_ANSWER`; null wakes. It is sent alone. */
  snoozed_until?: string | null
  add_tags?: string[]
  remove_tags?: string[]
}

/** Tickets per bulk call: the server takes 200, but a busy one may cancel so long a statement. */
export const BULK_MAX = 50

/** A list in parts of up to `size`, one for each call. */
export const partsOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, part) =>
    list.slice(part * size, (part + 1) * size),
  )

/** A ticket to change; only its id is known when its row is not loaded. */
export type BulkTarget = Pick<TicketSummary, 'id'> & Partial<TicketSummary>

/** The result for one ticket. */
export interface BulkResult {
  id: string
  number?: number | null
  subject?: string | null
  ok: boolean
  /** Why the ticket was refused: a code of the server with its value, or words of this page. */
  code?: string | null
  hint?: string | null
  message?: string | null
}

/** Ids of the tickets that were changed. */
export const changedIds = (results: readonly BulkResult[]): string[] =>
  results.filter(({ ok }) => ok).map(({ id }) => id)

interface BulkRow {
  snoozed_until?: string | null | undefined
  status: TicketStatus
  priority: TicketPriority
  assigned_to: string | null
  assignee_name?: string | null
  assignee_email?: string | null
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
    ...(change.snoozed_until !== undefined && { snoozed_until: change.snoozed_until }),
    ...(change.status && isResolved({ status: change.status }) && { snoozed_until: null }),
    ...(assignee !== undefined && {
      assigned_to: assignee,
      assignee_name: change.assignee_name,
      assignee_email: undefined,
    }),
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
