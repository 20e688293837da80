import { StaffTicket } from '@helpdesk/staff/screens/ticket/StaffTicket'
import { TicketPrerender } from '@helpdesk/tickets/screens/detail/TicketPrerender'
import { withTools } from '../pages/with-tools'

/** `/tickets/:id` as an admin sees it. @param ticketId the ticket of a split view */
export const AdminTicket = ({ ticketId }: { ticketId?: string }) => (
  <StaffTicket ticketId={ticketId} listPath="/admin/tickets" />
)

const Prerender = () => <TicketPrerender Ticket={AdminTicket} />
export const route = { Component: withTools(AdminTicket), handle: { Prerender } }
