import { TicketDetailScreen } from '@helpdesk/tickets/screens/detail/TicketDetailScreen'

/** `/tickets/:id` as a customer sees it. */
export function CustomerTicket() {
  return <TicketDetailScreen listPath="/tickets" />
}
