import { isStaff, useAuth } from '@helpdesk/auth'
import { EditIcon, IconButton, RelativeTime } from '@helpdesk/ui'
import { createContext, use, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { isPendingComment } from '../../api/add-comment'
import { inChosenOrder } from '../../model/attachments'
import { wasEdited } from '../../model/comment-rules'
import type { Attachment, MissingFile, TicketComment } from '../../model/rows'
import { AttachmentItems } from '../files/AttachmentList'
import { BY_MAIL } from '../mail/by-mail'
import { FailureLine, MailLine } from '../mail/MailLine'
import { MailText } from '../mail/MailText'
import { CommentEdit } from './CommentEdit'
import { MessageItem } from './MessageItem'
import { MessageText } from './MessageText'
import { PendingFiles } from './PendingFiles'
import { useEditable } from './use-editable'
import * as texts from './texts'

/** Wraps the text of notes; staff mark mentions with it. */
export const NoteText = createContext<ComponentType<{ comment: TicketComment; children: ReactNode }> | null>(
  null,
)

/** Below a reply that is not sent yet: when it goes, and what its author can do meanwhile. */
export const WaitingLine = createContext<ComponentType<{
  comment: TicketComment
  attachments: readonly Attachment[]
}> | null>(null)

/** Beside a message that is sent: what staff can do with it. */
export const MessageTools = createContext<ComponentType<{ comment: TicketComment }> | null>(null)

interface CommentItemProps {
  comment: TicketComment
  /** Files of this comment. */
  attachments: readonly Attachment[]
  /** Announced files that are not uploaded yet. */
  missing: readonly MissingFile[]
  /** The server's time when the ticket was read. */
  loadedAt: string
  /** Number of mails of this ticket that were not delivered. */
  failures: number
}

/** A comment with author, time, text, files, and a badge when it is an internal note. */
export function CommentItem({ comment, attachments, missing, loadedAt, failures }: CommentItemProps) {
  const { user } = useAuth()
  const [editing, setEditing] = useState(false)
  const Note = use(NoteText)
  const Waiting = use(WaitingLine)
  const Tools = use(MessageTools)
  const restoreFocus = useRef(false)
  const pending = isPendingComment(comment)
  const isWaiting = Boolean(comment.send_at)
  const editable = useEditable(comment, user?.id ?? null, loadedAt) && !pending && !isWaiting

  const isMail = comment.source === 'mail'
  const text = isMail ? (
    <MailText text={comment.content} files={inChosenOrder(attachments)} />
  ) : (
    <MessageText>{comment.content}</MessageText>
  )

  function stopEditing() {
    restoreFocus.current = true
    setEditing(false)
  }

  return (
    <MessageItem
      name={comment.author_name || texts.formerMember}
      authorId={comment.user_id}
      isStaff={isStaff(comment.author_role)}
      isNote={comment.is_internal && !isWaiting}
      ticketNumber={comment.ticket_number}
      isWaiting={isWaiting}
      faded={pending}
      time={
        <>
          {pending ? texts.sending : !isWaiting && <RelativeTime value={comment.created_at} />}
          {isMail && BY_MAIL}
          {!isWaiting && wasEdited(comment) && texts.edited}
        </>
      }
      actions={
        <>
          {editable && !editing && (
            <IconButton
              ref={(button) => {
                // Editing has ended: the focus returns to the button that started it.
                if (restoreFocus.current) button?.focus()
                restoreFocus.current = false
              }}
              label={texts.editComment}
              size="sm"
              css={{ '@media (pointer: fine)': { minWidth: '7' } }}
              onClick={() => setEditing(true)}
            >
              <EditIcon size={14} />
            </IconButton>
          )}
          {Tools && !pending && !isWaiting && <Tools comment={comment} />}
        </>
      }
    >
      {editing ? (
        <CommentEdit comment={comment} onDone={stopEditing} />
      ) : comment.is_internal && !isWaiting && Note ? (
        <Note comment={comment}>{text}</Note>
      ) : (
        text
      )}
      {isMail && <MailLine ticketId={comment.ticket_id} commentId={comment.id} />}
      <FailureLine ticketId={comment.ticket_id} commentId={comment.id} known={failures} />
      <AttachmentItems attachments={attachments} mailText={isMail ? comment.content : undefined} />
      <PendingFiles
        ticketId={comment.ticket_id}
        commentId={comment.id}
        missing={missing}
        isOwn={comment.user_id === user?.id}
      />
      {isWaiting && Waiting && <Waiting comment={comment} attachments={attachments} />}
    </MessageItem>
  )
}
