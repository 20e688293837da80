import { useAuth } from '@helpdesk/auth'
import { Alert, Badge, Box, Button, ClockIcon, ErrorIcon, FileList, Flex } from '@helpdesk/ui'
import { lostFiles } from '../../api/texts'
import type { UnsentComment } from '../../outbox/outbox-store'
import { MessageItem } from './MessageItem'
import { MessageText } from './MessageText'
import * as texts from './texts'

interface UnsentItemProps {
  comment: UnsentComment
  /** Waits for an earlier comment that could not be sent yet. */
  isBehind: boolean
  onRetry: () => void
  onDiscard: () => void
}

/** A comment that the server has not confirmed: still sending, waiting for a network, or failed. */
export function UnsentItem({ comment, isBehind, onRetry, onDiscard }: UnsentItemProps) {
  const { profile, user } = useAuth()
  const failed = comment.state === 'failed'
  const waiting = comment.state === 'waiting'
  return (
    <MessageItem
      name={profile?.name || user?.email || texts.you}
      authorId={user?.id}
      time={
        failed ? (
          <Badge tone="danger" icon={<ErrorIcon />}>
            {texts.notSent}
          </Badge>
        ) : waiting ? (
          <Badge icon={<ClockIcon />}>{isBehind ? texts.sentInOrder : texts.sentLater}</Badge>
        ) : (
          texts.sending
        )
      }
    >
      <Box opacity={failed || waiting ? 1 : 0.7}>
        <MessageText>{comment.content}</MessageText>
        <FileList files={comment.files} label={texts.commentFiles} />
      </Box>
      {comment.lost ? (
        <Box marginTop="2">
          <Alert tone="warning">{lostFiles(comment.lost)}</Alert>
        </Box>
      ) : null}
      {(failed || waiting) && (
        <Flex gap="2" marginTop="2">
          {failed && (
            <Button size="sm" onClick={onRetry}>
              {texts.retry}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            {texts.discard}
          </Button>
        </Flex>
      )}
    </MessageItem>
  )
}
