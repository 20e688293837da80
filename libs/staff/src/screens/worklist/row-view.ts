import type { Person } from '../../api/people-cache'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'

/** What the commands of a row do; the same functions from one drawing to the next. */
export interface RowActions {
  claim: (ticket: TicketSummary) => void
  /** @param range shift is held: everything since the last choice */
  choose: (ticketId: string, range: boolean) => void
  /** Opens the choice of whom to give the ticket to; absent for those who may not give it to anybody. */
  hand?: (ticket: TicketSummary) => void
}

/** A row as its cells see it. A person is undefined until known, null when there is none to know. */
export interface RowView {
  ticket: TicketSummary
  customer: Person | null | undefined
  assignee: Person | null | undefined
  /** The current time, in milliseconds. */
  now: number
  chosen: boolean
  actions: RowActions
}
