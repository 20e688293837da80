import { AfterPaint } from '@helpdesk/staff/screens/aside/AfterPaint'
import { StaffAside } from '@helpdesk/staff/screens/aside/StaffAside'
import { TicketControls } from '@helpdesk/staff/screens/aside/TicketControls'
import { StaffComposer } from '@helpdesk/staff/screens/composer/StaffComposer'
import { NoteMentions } from '@helpdesk/staff/screens/mentions/NoteMentions'
import { ListPosition } from '@helpdesk/staff/screens/worklist/ListPosition'
import { TicketPrerender } from '@helpdesk/tickets/screens/detail/TicketPrerender'
import { TicketDetailScreen } from '@helpdesk/tickets/screens/detail/TicketDetailScreen'
import { NoteText } from '@helpdesk/tickets/screens/thread/CommentItem'
import { withTools } from '../pages/with-tools'

const LIST = '/admin/tickets'

/**
 * `/tickets/:id` for admins: the staff sidebar instead of the agents' management panel.
 * @param ticketId the ticket of a split view
 */
export function AdminTicket({ ticketId }: { ticketId?: string }) {
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
        composer={(detail) => <StaffComposer key={detail.ticket.id} detail={detail} />}
      />
    </NoteText>
  )
}

const Prerender = () => <TicketPrerender Ticket={AdminTicket} />
export const route = { Component: withTools(AdminTicket), handle: { Prerender } }
