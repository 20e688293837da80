import { RelativeTime, Text } from '@helpdesk/ui'
import { inChosenOrder } from '../../model/attachments'
import type { Attachment, MergedTicket } from '../../model/rows'
import { AttachmentList } from '../files/AttachmentList'
import { BY_MAIL } from '../mail/by-mail'
import { MailLine } from '../mail/MailLine'
import { MailText } from '../mail/MailText'
import { MessageItem } from './MessageItem'
import { MessageText } from './MessageText'
import * as texts from './texts'

interface MergedDescriptionItemProps {
  ticket: MergedTicket
  /** Files of the thread. */
  attachments: readonly Attachment[]
}

/** The subject, description and files of a ticket that was merged into the one of the page. */
export function MergedDescriptionItem({ ticket, attachments }: MergedDescriptionItemProps) {
  const isMail = ticket.source === 'mail'
  const own = attachments.filter((each) => each.comment_id === null && each.ticket_id === ticket.id)
  return (
    <MessageItem
      name={ticket.requester_name || ticket.creator_name || texts.formerMember}
      authorId={ticket.customer_id}
      ticketNumber={ticket.number}
      time={
        <>
          <RelativeTime value={ticket.created_at} />
          {isMail && BY_MAIL}
        </>
      }
    >
      <Text dir="auto" fontWeight="medium" overflowWrap="anywhere">
        {ticket.subject}
      </Text>
      {isMail ? (
        <MailText text={ticket.description} files={inChosenOrder(own)} />
      ) : (
        <MessageText>{ticket.description}</MessageText>
      )}
      {isMail && <MailLine ticketId={ticket.id} commentId={null} />}
      <AttachmentList attachments={own} mailText={isMail ? ticket.description : undefined} />
    </MessageItem>
  )
}
