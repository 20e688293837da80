import { Box, Text } from '@helpdesk/ui'
import { ratingWord } from '../../model/rating'
import type { TicketDetail } from '../../model/rows'

/** What staff learn of how it ended: why the ticket was closed and what the customer thought of it. */
export function TicketOutcome({ detail }: { detail: TicketDetail }) {
  const { ticket, rating } = detail
  if (!ticket.close_reason && !rating) return null
  return (
    <Box as="section" aria-label="Outcome" overflowWrap="anywhere">
      {ticket.close_reason && <Text>Closed because: {ticket.close_reason}</Text>}
      {rating && (
        <Text whiteSpace="pre-wrap">
          Rated {ratingWord(rating.score)} by the customer
          {rating.comment && `: ${rating.comment}`}
        </Text>
      )}
    </Box>
  )
}
