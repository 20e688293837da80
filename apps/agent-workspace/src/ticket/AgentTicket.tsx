import { TicketDetailScreen } from '@helpdesk/tickets'

/** `/tickets/:id` as an agent sees it. */
export function AgentTicket() {
  return <TicketDetailScreen listPath="/tickets/assigned" />
}
