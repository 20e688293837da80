import { StaffAside, StaffComposer, TicketDetailScreen, useNextTicket } from '@helpdesk/tickets'
import { toast } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'

/** `/tickets/:id` as an agent sees it. */
export function AgentTicket() {
  const navigate = useNavigate()
  const next = useNextTicket()
  const goOn = () =>
    next.mutate(undefined, {
      onSuccess: (ticket) => {
        if (ticket) return void navigate(`/tickets/${ticket.id}`)
        toast({ title: 'The queue is empty', description: 'There is no unassigned ticket left.' })
        void navigate('/tickets/assigned')
      },
      onError: (error) => toast({ type: 'error', title: 'No next ticket', description: error.message }),
    })

  return (
    <TicketDetailScreen
      listPath="/tickets/assigned"
      aside={(detail) => <StaffAside key={detail.ticket.id} detail={detail} />}
      composer={(detail) => <StaffComposer key={detail.ticket.id} detail={detail} onNext={goOn} />}
    />
  )
}
