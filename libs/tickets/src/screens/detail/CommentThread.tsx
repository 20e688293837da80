import { Box, Heading, Stack, Text } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import type { TicketDetail } from '../../model/rows'
import { CommentBox } from './CommentBox'
import { CommentItem } from './CommentItem'

interface CommentThreadProps {
  detail: TicketDetail
  /** In the place of the usual box. */
  composer?: ReactNode
}

/** The comments of a ticket, oldest first, with the box to write the next one. */
export function CommentThread({ detail, composer }: CommentThreadProps) {
  return (
    <Box as="section" aria-label="Comments">
      <Heading size="sm">Comments</Heading>
      {detail.comments.length === 0 ? (
        <Text tone="muted" paddingY="4">
          No comments yet. Be the first to comment!
        </Text>
      ) : (
        <Stack as="ol" listStyleType="none" gap="5" paddingY="4" aria-live="polite">
          {detail.comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} />
          ))}
        </Stack>
      )}
      {composer ?? <CommentBox ticketId={detail.ticket.id} />}
    </Box>
  )
}
