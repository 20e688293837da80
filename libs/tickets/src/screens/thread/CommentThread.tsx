import { Box, Button, Flex, Heading, Stack, Text } from '@helpdesk/ui'
import { useRef, type ReactNode } from 'react'
import { useCommentOutbox } from '../../api/outbox/use-comment-outbox'
import type { TicketDetail } from '../../model/rows'
import { CommentBox } from './CommentBox'
import { CommentItem } from './CommentItem'
import { UnsentItem } from './UnsentItem'

interface CommentThreadProps {
  detail: TicketDetail
  /** Replaces the default comment box. */
  composer?: ReactNode
  /** True when the last refresh of the ticket failed and the thread may be out of date. */
  stale: boolean
  onRefresh: () => void
}

/** The comments of a ticket, oldest first, with the box to write the next one. */
export function CommentThread({ detail, composer, stale, onRefresh }: CommentThreadProps) {
  const { ticket, comments, attachments, loaded_at, limits } = detail
  const outbox = useCommentOutbox(detail)
  const section = useRef<HTMLElement>(null)
  /** Keeps the focus in the thread when the clicked button disappears. */
  const keepFocus = (change: () => void) => {
    change()
    section.current?.focus({ preventScroll: true })
  }
  const unsentFiles = outbox.unsent.reduce((sum, each) => sum + each.files.length, 0)
  return (
    <Box as="section" aria-label="Comments" ref={section} tabIndex={-1} outline="none">
      <Flex alignItems="center" justifyContent="space-between" gap="2" minHeight="7">
        <Heading size="sm">Comments</Heading>
        {stale && (
          <Flex role="status" alignItems="center" gap="2" color="fg.muted" fontSize="sm">
            Could not be refreshed
            <Button size="sm" onClick={onRefresh}>
              Retry
            </Button>
          </Flex>
        )}
      </Flex>
      {comments.length + outbox.unsent.length === 0 ? (
        <Text tone="muted" paddingY="4">
          No comments yet. Be the first to comment!
        </Text>
      ) : (
        <Stack as="ol" listStyleType="none" gap="5" paddingY="4" aria-live="polite">
          {comments.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              attachments={attachments.filter((each) => each.comment_id === comment.id)}
              loadedAt={loaded_at}
            />
          ))}
          {outbox.unsent.map((comment) => (
            <UnsentItem
              key={comment.requestId}
              comment={comment}
              onRetry={() => keepFocus(() => outbox.retry(comment.requestId))}
              onDiscard={() => keepFocus(() => outbox.discard(comment.requestId))}
            />
          ))}
        </Stack>
      )}
      {composer ?? (
        <CommentBox
          ticketId={ticket.id}
          outbox={outbox}
          room={limits.max_files - attachments.length - unsentFiles}
          limits={limits}
        />
      )}
    </Box>
  )
}
