import { RelativeTime } from '@helpdesk/ui'
import type { TicketDetail } from '../../model/rows'
import { AttachmentList } from '../files/AttachmentList'
import { MessageItem } from './MessageItem'
import { MessageText } from './MessageText'

/** The ticket's description and files, as the first message of its conversation. */
export function DescriptionItem({ detail: { ticket, customer, attachments } }: { detail: TicketDetail }) {
  return (
    <MessageItem
      name={customer?.name || customer?.email || 'Former member'}
      authorId={customer?.id}
      time={<RelativeTime value={ticket.created_at} />}
    >
      <MessageText>{ticket.description}</MessageText>
      <AttachmentList attachments={attachments} />
    </MessageItem>
  )
}
