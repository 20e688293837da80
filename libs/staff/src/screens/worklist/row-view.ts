import type { Person } from '../../model/person'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'

/** The commands of a row; stable, so that rows stay memoized. */
export interface RowActions {
  claim: (ticket: TicketSummary) => void
  /** @param range shift is held: selects from the anchor to this row */
  choose: (ticketId: string, range: boolean) => void
  /** Opens the choice of an assignee; absent for users who may not assign. */
  assign?: (ticket: TicketSummary) => void
}

/** The props of a row's cells. A person is undefined while loading, null when there is none. */
export interface RowView {
  ticket: TicketSummary
  customer: Person | null | undefined
  assignee: Person | null | undefined
  /** The current time, in milliseconds. */
  now: number
  chosen: boolean
  /** What the reader should know of this ticket beside its own marks. */
  mark?: string | undefined
  actions: RowActions
}
