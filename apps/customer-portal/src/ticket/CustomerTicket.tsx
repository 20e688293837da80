import { useTicketChanges } from '@helpdesk/tickets/live/follow-ticket-changes'
import { TicketDetailScreen } from '@helpdesk/tickets/screens/detail/TicketDetailScreen'

/** `/tickets/:id` as a customer sees it. */
export function CustomerTicket() {
  useTicketChanges()
  return <TicketDetailScreen listPath="/tickets" />
}
