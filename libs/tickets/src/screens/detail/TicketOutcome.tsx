import { Box, Text } from '@helpdesk/ui'
import { ratingWord } from '../../model/rating'
import type { TicketDetail } from '../../model/rows'

/** Shows staff the close reason and the requester's rating. */
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
