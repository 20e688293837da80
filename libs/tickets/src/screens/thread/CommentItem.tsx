import { useAuth } from '@helpdesk/auth'
import { Avatar, Badge, Box, EditIcon, Flex, IconButton, LockIcon, RelativeTime } from '@helpdesk/ui'
import { useRef, useState } from 'react'
import { isPendingComment } from '../../api/add-comment'
import { wasEdited } from '../../model/comment-rules'
import type { Attachment, TicketComment } from '../../model/rows'
import { AttachmentItems } from '../files/AttachmentList'
import { CommentEdit } from './CommentEdit'
import { CommentUploads } from './CommentUploads'
import { useEditable } from './use-editable'
import { UserText } from './UserText'

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
  const name = comment.author_name || 'Former member'

  function stopEditing() {
    restoreFocus.current = true
    setEditing(false)
  }

  return (
    <Flex as="li" gap="3" opacity={pending ? 0.6 : 1}>
      <Avatar name={name} />
      <Box
        flex="1"
        minWidth="0"
        {...(comment.is_internal && { background: 'warning.bg', borderRadius: 'md', padding: '3' })}
      >
        <Flex wrap="wrap" alignItems="center" columnGap="2" rowGap="1" marginBottom="0.5" minHeight="7">
          <Box as="span" fontWeight="semibold" overflowWrap="anywhere">
            {name}
          </Box>
          {isStaff(comment.author_role) && <Badge>Support</Badge>}
          {comment.is_internal && (
            <Badge tone="warning" icon={<LockIcon />}>
              Internal Note
            </Badge>
          )}
          <Box as="span" color="fg.muted" fontSize="sm">
            {pending ? 'Sending...' : <RelativeTime value={comment.created_at} />}
            {wasEdited(comment) && ' · edited'}
          </Box>
          {editable && !editing && (
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
          )}
        </Flex>
        {editing ? (
          <CommentEdit comment={comment} onDone={stopEditing} />
        ) : (
          <UserText>{comment.content}</UserText>
        )}
        <AttachmentItems attachments={attachments} />
        <CommentUploads commentId={comment.id} />
      </Box>
    </Flex>
  )
}
