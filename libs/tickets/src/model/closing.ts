import type { Actor } from './permissions'
import type { Ticket } from './rows'
import * as texts from './closing-texts'

/** Common reasons for closing a ticket. */
export const CLOSE_REASONS = [
  texts.closedSolved,
  texts.closedByThemselves,
  texts.closedNotNeeded,
  texts.closedMistake,
] as const

/** Maximum length of a custom reason, in characters. */
export const CLOSE_REASON_MAX = 500

type Closable = Pick<Ticket, 'customer_id' | 'status'>

/** True for the requester, who alone may close, reopen and rate; staff change the status in their panel. */
export const isRequester = (actor: Actor | null, ticket: Pick<Ticket, 'customer_id'>): boolean =>
  actor !== null && ticket.customer_id !== null && ticket.customer_id === actor.id

/** True when the actor may close the ticket from its page. */
export const canClose = (actor: Actor | null, ticket: Closable): boolean =>
  isRequester(actor, ticket) && ticket.status !== 'closed'

/** True when the actor may reopen the ticket, which must be solved or closed. */
export const canReopen = (actor: Actor | null, ticket: Closable): boolean =>
  isRequester(actor, ticket) && isResolved(ticket)

/** True for solved and closed tickets, which can be reopened and rated. */
export const isResolved = (ticket: Pick<Ticket, 'status'>): boolean =>
  ticket.status === 'solved' || ticket.status === 'closed'
