import { AfterPaint } from '@helpdesk/staff/screens/aside/AfterPaint'
import { StaffAside } from '@helpdesk/staff/screens/aside/StaffAside'
import { TicketControls } from '@helpdesk/staff/screens/aside/TicketControls'
import { StaffComposer } from '@helpdesk/staff/screens/composer/StaffComposer'
import { NoteMentions } from '@helpdesk/staff/screens/mentions/NoteMentions'
import { ListPosition } from '@helpdesk/staff/screens/worklist/ListPosition'
import { worklistCommands } from '@helpdesk/staff/state/worklist-commands'
import { TicketPrerender } from '@helpdesk/tickets/screens/detail/TicketPrerender'
import { TicketDetailScreen } from '@helpdesk/tickets/screens/detail/TicketDetailScreen'
import { NoteText } from '@helpdesk/tickets/screens/thread/CommentItem'
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

  return (
    <NoteText value={NoteMentions}>
      <TicketDetailScreen
        ticketId={ticketId}
        listPath={LIST}
        above={(id) => !ticketId && <ListPosition ticketId={id} listPath={LIST} />}
        controls={(detail) => <TicketControls detail={detail} />}
        aside={(detail) => (
          <AfterPaint key={detail.ticket.id}>
            <StaffAside detail={detail} />
          </AfterPaint>
        )}
        composer={(detail) => <StaffComposer key={detail.ticket.id} detail={detail} onNext={openNext} />}
      />
    </NoteText>
  )
}

const Prerender = () => <TicketPrerender Ticket={AgentTicket} />
export const route = { Component: withKeys(AgentTicket), handle: { Prerender } }
