import { useAuth } from '@helpdesk/auth'
import { Avatar, Badge, Box, Button, ErrorIcon, FileList, Flex } from '@helpdesk/ui'
import type { UnsentComment } from '../../api/outbox/outbox-store'
import { UserText } from './UserText'

interface UnsentItemProps {
  comment: UnsentComment
  onRetry: () => void
  onDiscard: () => void
}

/** A comment that the server has not confirmed: still sending, or failed. */
export function UnsentItem({ comment, onRetry, onDiscard }: UnsentItemProps) {
  const { profile, user } = useAuth()
  const name = profile?.name || user?.email || 'You'
  const failed = comment.state === 'failed'
  return (
    <Flex as="li" gap="3">
      <Avatar name={name} />
      <Box flex="1" minWidth="0">
        <Flex wrap="wrap" alignItems="center" columnGap="2" rowGap="1" marginBottom="0.5" minHeight="7">
          <Box as="span" fontWeight="semibold" overflowWrap="anywhere">
            {name}
          </Box>
          {failed ? (
            <Badge tone="danger" icon={<ErrorIcon />}>
              Not sent
            </Badge>
          ) : (
            <Box as="span" color="fg.muted" fontSize="sm">
              Sending...
            </Box>
          )}
        </Flex>
        <Box opacity={failed ? 1 : 0.6}>
          <UserText>{comment.content}</UserText>
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
      </Box>
    </Flex>
  )
}
