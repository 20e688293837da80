import { createdAgo } from '@helpdesk/staff/model/created-ago'
import { priorityLabel } from '@helpdesk/tickets/model/priorities'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import * as texts from './texts'

/** Names the ticket that "Next ticket" took, and why: the queue goes by priority, then by age. */
export const nextTicketText = (
  ticket: Pick<Ticket, 'number' | 'priority' | 'created_at'>,
  now: number,
): string =>
  texts.taken(ticketRef(ticket), priorityLabel(ticket.priority), createdAgo(ticket.created_at, now))
