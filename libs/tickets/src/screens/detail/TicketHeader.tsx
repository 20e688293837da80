import { Box, Flex, Heading, RelativeTime } from '@helpdesk/ui'
import type { Ticket } from '../../model/rows'
import { PriorityBadge } from '../PriorityBadge'
import { StatusBadge } from '../StatusBadge'

/** Subject, number, age and the two badges. */
export function TicketHeader({ ticket }: { ticket: Ticket }) {
  return (
    <Box as="header">
      <Heading as="h1" size="lg" overflowWrap="anywhere">
        {ticket.subject}
      </Heading>
      <Flex wrap="wrap" columnGap="3" marginTop="1" color="fg.muted" fontSize="sm">
        <Box as="span" overflowWrap="anywhere">
          Ticket #{ticket.id}
        </Box>
        <span>
          Created <RelativeTime value={ticket.created_at} />
        </span>
      </Flex>
      <Flex wrap="wrap" gap="2" marginTop="3">
        <StatusBadge status={ticket.status} />
        <PriorityBadge priority={ticket.priority} />
      </Flex>
    </Box>
  )
}
