import { TicketDetailScreen } from '@helpdesk/tickets'

/** `/tickets/:id` as a customer sees it. */
export function CustomerTicket() {
  return <TicketDetailScreen listPath="/tickets" />
}
