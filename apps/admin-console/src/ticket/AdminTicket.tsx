import { StaffAside, StaffComposer, TicketDetailScreen } from '@helpdesk/tickets'

/** `/tickets/:id` as an admin sees it: without the agents' panel, with controls of its own. */
export function AdminTicket() {
  return (
    <TicketDetailScreen
      listPath="/admin/tickets"
      aside={(detail) => <StaffAside key={detail.ticket.id} detail={detail} />}
      composer={(detail) => <StaffComposer key={detail.ticket.id} detail={detail} />}
    />
  )
}
