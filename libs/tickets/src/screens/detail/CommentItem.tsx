import { Avatar, Badge, Box, Flex, LockIcon, RelativeTime } from '@helpdesk/ui'
import { isPendingComment } from '../../data-access/add-comment'
import type { TicketComment } from '../../model/rows'
import { UserText } from './UserText'

const isStaff = (role: string | null | undefined): boolean => role === 'agent' || role === 'admin'

/** One message: who, when, what, and whether only staff can read it. */
export function CommentItem({ comment }: { comment: TicketComment }) {
  const name = comment.author_name || 'Former member'
  const pending = isPendingComment(comment)
  return (
    <Flex as="li" gap="3" opacity={pending ? 0.6 : 1}>
      <Avatar name={name} />
      <Box
        flex="1"
        minWidth="0"
        {...(comment.is_internal && { background: 'warning.bg', borderRadius: 'md', padding: '3' })}
      >
        <Flex wrap="wrap" alignItems="center" columnGap="2" rowGap="1" marginBottom="0.5">
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
          </Box>
        </Flex>
        <UserText>{comment.content}</UserText>
      </Box>
    </Flex>
  )
}
