import { Box, Heading, Stack, Text } from '@helpdesk/ui'
import type { TicketDetail } from '../model/rows'
import { CommentBox } from './CommentBox'
import { CommentItem } from './CommentItem'

/** The comments of a ticket, oldest first, with the box to write the next one. */
export function CommentThread({ ticket }: { ticket: TicketDetail }) {
  return (
    <Box as="section" aria-label="Comments">
      <Heading size="sm">Comments</Heading>
      {ticket.comments.length === 0 ? (
        <Text tone="muted" paddingY="4">
          No comments yet. Be the first to comment!
        </Text>
      ) : (
        <Stack as="ol" listStyleType="none" gap="5" paddingY="4" aria-live="polite">
          {ticket.comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} />
          ))}
        </Stack>
      )}
      <CommentBox ticketId={ticket.id} />
    </Box>
  )
}
