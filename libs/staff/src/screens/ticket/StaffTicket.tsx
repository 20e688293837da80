import { TicketDetailScreen } from '@helpdesk/tickets/screens/detail/TicketDetailScreen'
import { ChangesTool } from '@helpdesk/tickets/screens/thread/ChangesItem'
import { MessageTools, NoteText, WaitingLine } from '@helpdesk/tickets/screens/thread/CommentItem'
import { AfterPaint } from '../aside/AfterPaint'
import { StaffAside } from '../aside/StaffAside'
import { TicketControls } from '../aside/TicketControls'
import { StaffComposer } from '../composer/StaffComposer'
import { LeftOutCopies } from '../mail/LeftOutCopies'
import { MergedTickets } from '../merge/MergedTickets'
import { SameTicket } from '../merge/SameTicket'
import { SplitBlock } from '../split-ticket/SplitBlock'
import { SplitTool } from '../split-ticket/SplitTool'
import { WaitingReplyLine } from '../../replies/WaitingReplyLine'
import { NoteMentions } from '../mentions/NoteMentions'
import { ListPosition } from '../worklist/ListPosition'

interface StaffTicketProps {
  /** The ticket of a split view; absent on its own page, whose address names it. */
  ticketId: string | undefined
  /** The list that Back leads to. */
  listPath: string
  /** Offers to send and open the next ticket. */
  onNext?: () => void
}

/** `/tickets/:id` as staff see it. */
export function StaffTicket({ ticketId, listPath, onNext }: StaffTicketProps) {
  return (
    <NoteText value={NoteMentions}>
      <WaitingLine value={WaitingReplyLine}>
        <MessageTools value={SplitTool}>
          <ChangesTool value={LeftOutCopies}>
            <TicketDetailScreen
              ticketId={ticketId}
              listPath={listPath}
              above={(id) => !ticketId && <ListPosition ticketId={id} listPath={listPath} />}
              controls={(detail) => <TicketControls detail={detail} />}
              aside={(detail) => (
                <AfterPaint key={detail.ticket.id}>
                  <StaffAside detail={detail} />
                </AfterPaint>
              )}
              notice={(detail) => (
                <>
                  <SameTicket detail={detail} />
                  <MergedTickets detail={detail} />
                  <SplitBlock detail={detail} />
                </>
              )}
              composer={(detail) => <StaffComposer key={detail.ticket.id} detail={detail} onNext={onNext} />}
            />
          </ChangesTool>
        </MessageTools>
      </WaitingLine>
    </NoteText>
  )
}
