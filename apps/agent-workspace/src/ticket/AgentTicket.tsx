import { StaffTicket } from '@helpdesk/staff/screens/ticket/StaffTicket'
import { worklistCommands } from '@helpdesk/staff/state/worklist-commands'
import { TicketPrerender } from '@helpdesk/tickets/screens/detail/TicketPrerender'
import { useNavigate } from '@helpdesk/ui/router'
import { withKeys } from '../keys/with-keys'
import { useTakeNext } from '../queue/use-take-next'

const LIST = '/tickets/assigned'

/** `/tickets/:id` as an agent sees it. @param ticketId the ticket of a split view */
export function AgentTicket({ ticketId }: { ticketId?: string }) {
  const navigate = useNavigate()
  const { take } = useTakeNext()
  // Beside a list, the next ticket is the list's.
  const openNext = () =>
    ticketId ? worklistCommands()?.move(1, false) : void take(() => void navigate(LIST))

  return <StaffTicket ticketId={ticketId} listPath={LIST} onNext={openNext} />
}

const Prerender = () => <TicketPrerender Ticket={AgentTicket} />
export const route = { Component: withKeys(AgentTicket), handle: { Prerender } }
