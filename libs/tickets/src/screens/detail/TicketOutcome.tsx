import { Box, Text } from '@helpdesk/ui'
import { ratingWord } from '../../model/rating'
import type { TicketDetail } from '../../model/rows'
import * as texts from './texts'

/** Shows staff the close reason and the requester's rating. */
export function TicketOutcome({ detail }: { detail: TicketDetail }) {
  const { ticket, rating } = detail
  if (!ticket.close_reason && !rating) return null
  return (
    <Box as="section" aria-label={texts.outcome} overflowWrap="anywhere">
      {ticket.close_reason && <Text>{texts.closedBecause(ticket.close_reason)}</Text>}
      {rating && (
        <Text whiteSpace="pre-wrap">{texts.ratedByCustomer(ratingWord(rating.score), rating.comment)}</Text>
      )}
    </Box>
  )
}
