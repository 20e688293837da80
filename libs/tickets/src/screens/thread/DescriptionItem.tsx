import { useAuth } from '@helpdesk/auth'
import { RelativeTime } from '@helpdesk/ui'
import { inChosenOrder } from '../../model/attachments'
import { missingFiles } from '../../model/missing-files'
import type { TicketDetail } from '../../model/rows'
import { AttachmentList } from '../files/AttachmentList'
import { BY_MAIL } from '../mail/by-mail'
import { FailureLine, MailLine } from '../mail/MailLine'
import { MailText } from '../mail/MailText'
import { MessageItem } from './MessageItem'
import { MessageText } from './MessageText'
import { PendingFiles } from './PendingFiles'
import * as texts from './texts'

interface DescriptionItemProps {
  detail: TicketDetail
  /** Number of mails of this ticket that were not delivered. */
  failures: number
}

/** The ticket's description and files, as the first message of its conversation. */
export function DescriptionItem({ detail, failures }: DescriptionItemProps) {
  const { ticket, customer, attachments } = detail
  const { user } = useAuth()
  const isMail = ticket.source === 'mail'
  const own = attachments.filter((each) => each.comment_id === null && each.ticket_id === ticket.id)
  return (
    <MessageItem
      name={customer?.name || customer?.email || texts.formerMember}
      authorId={customer?.id}
      time={
        <>
          <RelativeTime value={ticket.created_at} />
          {isMail && BY_MAIL}
        </>
      }
    >
      {isMail ? (
        <MailText text={ticket.description} files={inChosenOrder(own)} />
      ) : (
        <MessageText>{ticket.description}</MessageText>
      )}
      {isMail && <MailLine ticketId={ticket.id} commentId={null} />}
      <FailureLine ticketId={ticket.id} commentId={null} known={failures} />
      <AttachmentList attachments={own} mailText={isMail ? ticket.description : undefined} />
      <PendingFiles
        ticketId={ticket.id}
        commentId={null}
        missing={missingFiles(detail, null)}
        isOwn={ticket.created_by === user?.id}
      />
    </MessageItem>
  )
}
