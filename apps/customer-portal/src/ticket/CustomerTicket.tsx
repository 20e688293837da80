import { useTicketChanges } from '@helpdesk/tickets/live/follow-ticket-changes'
import { TicketPrerender } from '@helpdesk/tickets/screens/detail/TicketPrerender'
import { TicketDetailScreen } from '@helpdesk/tickets/screens/detail/TicketDetailScreen'

/** `/tickets/:id` as a customer sees it. @param ticketId the ticket, where the address names none */
export function CustomerTicket({ ticketId }: { ticketId?: string }) {
  useTicketChanges()
  return <TicketDetailScreen ticketId={ticketId} listPath="/tickets" />
}

const Prerender = () => <TicketPrerender Ticket={CustomerTicket} />
export const route = { Component: CustomerTicket, handle: { Prerender } }
