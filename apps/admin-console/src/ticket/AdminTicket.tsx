import { TicketDetailScreen } from '@helpdesk/tickets'

/** `/tickets/:id` as an admin sees it. */
export function AdminTicket() {
  return <TicketDetailScreen listPath="/admin/tickets" />
}
