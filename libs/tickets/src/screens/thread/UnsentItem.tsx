import { useAuth } from '@helpdesk/auth'
import { Badge, Box, Button, ErrorIcon, FileList, Flex } from '@helpdesk/ui'
import type { UnsentComment } from '../../api/outbox/outbox-store'
import { MessageItem } from './MessageItem'
import { MessageText } from './MessageText'

interface UnsentItemProps {
  comment: UnsentComment
  onRetry: () => void
  onDiscard: () => void
}

/** A comment that the server has not confirmed: still sending, or failed. */
export function UnsentItem({ comment, onRetry, onDiscard }: UnsentItemProps) {
  const { profile, user } = useAuth()
  const failed = comment.state === 'failed'
  return (
    <MessageItem
      name={profile?.name || user?.email || 'You'}
      authorId={user?.id}
      time={
        failed ? (
          <Badge tone="danger" icon={<ErrorIcon />}>
            Not sent
          </Badge>
        ) : (
          'Sending...'
        )
      }
    >
      <Box opacity={failed ? 1 : 0.6}>
        <MessageText>{comment.content}</MessageText>
        <FileList files={comment.files} label="Files of this comment" />
      </Box>
      {failed && (
        <Flex gap="2" marginTop="2">
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            Discard
          </Button>
        </Flex>
      )}
    </MessageItem>
  )
}
