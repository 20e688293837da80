import type { Actor } from './permissions'
import type { Ticket } from './rows'

/** What customers most often close a ticket for. */
export const CLOSE_REASONS = [
  'My problem is solved',
  'I found a way myself',
  'I no longer need help',
  'I opened this by mistake',
] as const

/** Own words for closing, in characters. */
export const CLOSE_REASON_MAX = 500

type Closable = Pick<Ticket, 'customer_id' | 'status'>

/** The customer of a ticket, whom closing, reopening and rating belong to. Staff change the status in their panel. */
export const isRequester = (actor: Actor | null, ticket: Pick<Ticket, 'customer_id'>): boolean =>
  actor !== null && ticket.customer_id !== null && ticket.customer_id === actor.id

/** May this person close the ticket from its page? */
export const canClose = (actor: Actor | null, ticket: Closable): boolean =>
  isRequester(actor, ticket) && ticket.status !== 'closed'

/** May this person take the ticket up again? Only what is solved or closed can be reopened. */
export const canReopen = (actor: Actor | null, ticket: Closable): boolean =>
  isRequester(actor, ticket) && isResolved(ticket)

/** Solved or closed: the time to reopen or to rate. */
export const isResolved = (ticket: Pick<Ticket, 'status'>): boolean =>
  ticket.status === 'solved' || ticket.status === 'closed'
