import { StaffAside, StaffComposer, TicketDetailScreen } from '@helpdesk/tickets'
import { useNavigate } from '@helpdesk/ui/router'
import { useTakeNext } from '../queue/use-take-next'

/** `/tickets/:id` as an agent sees it. */
export function AgentTicket() {
  const navigate = useNavigate()
  const { take } = useTakeNext()
  const goOn = () => void take(() => void navigate('/tickets/assigned'))

  return (
    <TicketDetailScreen
      listPath="/tickets/assigned"
      aside={(detail) => <StaffAside key={detail.ticket.id} detail={detail} />}
      composer={(detail) => <StaffComposer key={detail.ticket.id} detail={detail} onNext={goOn} />}
    />
  )
}
