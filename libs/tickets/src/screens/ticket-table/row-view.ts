import type { Person } from '../../data-access/people'
import type { TicketSummary } from '../../model/rows'

/** What the commands of a row do; the same functions from one drawing to the next. */
export interface RowActions {
  claim: (ticket: TicketSummary) => void
  /** @param range shift is held: everything since the last choice */
  choose: (ticketId: string, range: boolean) => void
  /** Only for those who may give a ticket to anybody. */
  reassign?: (ticket: TicketSummary, assignee: string | null) => void
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
