import { StaffAside } from '@helpdesk/staff/screens/aside/StaffAside'
import { TicketControls } from '@helpdesk/staff/screens/aside/TicketControls'
import { StaffComposer } from '@helpdesk/staff/screens/composer/StaffComposer'
import { TicketDetailScreen } from '@helpdesk/tickets/screens/detail/TicketDetailScreen'

/** `/tickets/:id` for admins: the staff sidebar instead of the agents' management panel. */
export function AdminTicket() {
  return (
    <TicketDetailScreen
      listPath="/admin/tickets"
      controls={(detail) => <TicketControls detail={detail} />}
      aside={(detail) => <StaffAside key={detail.ticket.id} detail={detail} />}
      composer={(detail) => <StaffComposer key={detail.ticket.id} detail={detail} />}
    />
  )
}
