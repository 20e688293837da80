import { StaffAside } from '@helpdesk/staff/screens/aside/StaffAside'
import { TicketControls } from '@helpdesk/staff/screens/aside/TicketControls'
import { StaffComposer } from '@helpdesk/staff/screens/composer/StaffComposer'
import { TicketDetailScreen } from '@helpdesk/tickets/screens/detail/TicketDetailScreen'
import { useNavigate } from '@helpdesk/ui/router'
import { useTakeNext } from '../queue/use-take-next'

/** `/tickets/:id` as an agent sees it. */
export function AgentTicket() {
  const navigate = useNavigate()
  const { take } = useTakeNext()
  const openNext = () => void take(() => void navigate('/tickets/assigned'))

  return (
    <TicketDetailScreen
      listPath="/tickets/assigned"
      controls={(detail) => <TicketControls detail={detail} />}
      aside={(detail) => <StaffAside key={detail.ticket.id} detail={detail} />}
      composer={(detail) => <StaffComposer key={detail.ticket.id} detail={detail} onNext={openNext} />}
    />
  )
}
