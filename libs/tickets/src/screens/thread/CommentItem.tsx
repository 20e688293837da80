import { useAuth } from '@helpdesk/auth'
import { EditIcon, IconButton, RelativeTime } from '@helpdesk/ui'
import { useRef, useState } from 'react'
import { isPendingComment } from '../../api/add-comment'
import { wasEdited } from '../../model/comment-rules'
import type { Attachment, TicketComment } from '../../model/rows'
import { AttachmentItems } from '../files/AttachmentList'
import { CommentEdit } from './CommentEdit'
import { CommentUploads } from './CommentUploads'
import { MessageItem } from './MessageItem'
import { MessageText } from './MessageText'
import { useEditable } from './use-editable'

interface CommentItemProps {
  comment: TicketComment
  /** Files of this comment. */
  attachments: readonly Attachment[]
  /** The server's time when the ticket was read. */
  loadedAt: string
}

const isStaff = (role: string | null | undefined): boolean => role === 'agent' || role === 'admin'

/** A comment with author, time, text, files, and a badge when it is an internal note. */
export function CommentItem({ comment, attachments, loadedAt }: CommentItemProps) {
  const { user } = useAuth()
  const [editing, setEditing] = useState(false)
  const restoreFocus = useRef(false)
  const pending = isPendingComment(comment)
  const editable = useEditable(comment, user?.id ?? null, loadedAt) && !pending

  function stopEditing() {
    restoreFocus.current = true
    setEditing(false)
  }

  return (
    <MessageItem
      name={comment.author_name || 'Former member'}
      authorId={comment.user_id}
      isStaff={isStaff(comment.author_role)}
      isNote={comment.is_internal}
      faded={pending}
      time={
        <>
          {pending ? 'Sending...' : <RelativeTime value={comment.created_at} />}
          {wasEdited(comment) && ' · edited'}
        </>
      }
      actions={
        editable &&
        !editing && (
          <IconButton
            ref={(button) => {
              // Editing has ended: the focus returns to the button that started it.
              if (restoreFocus.current) button?.focus()
              restoreFocus.current = false
            }}
            label="Edit comment"
            size="sm"
            minW="7"
            onClick={() => setEditing(true)}
          >
            <EditIcon size={14} />
          </IconButton>
        )
      }
    >
      {editing ? (
        <CommentEdit comment={comment} onDone={stopEditing} />
      ) : (
        <MessageText>{comment.content}</MessageText>
      )}
      <AttachmentItems attachments={attachments} />
      <CommentUploads commentId={comment.id} />
    </MessageItem>
  )
}
