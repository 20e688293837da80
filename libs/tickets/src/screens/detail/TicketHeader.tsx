import { Box, Flex, Heading, RelativeTime } from '@helpdesk/ui'
import type { Participant, Ticket } from '../../model/rows'
import { PriorityBadge } from '../badges/PriorityBadge'
import { StatusBadge } from '../badges/StatusBadge'

interface TicketHeaderProps {
  ticket: Ticket
  /** Shown to staff only. */
  requester?: Participant | null
}

/** Subject, number, age, status and priority. */
export function TicketHeader({ ticket, requester }: TicketHeaderProps) {
  return (
    <Box as="header">
      <Heading as="h1" size="lg" overflowWrap="anywhere">
        {ticket.subject}
      </Heading>
      <Flex wrap="wrap" columnGap="3" marginTop="1" color="fg.muted" fontSize={{ base: 'xs', sm: 'sm' }}>
        {ticket.number !== undefined && (
          <Box as="span" color="fg" fontWeight="medium" fontVariantNumeric="tabular-nums">
            #{ticket.number}
          </Box>
        )}
        <Box as="span" overflowWrap="anywhere">
          Ticket #{ticket.id}
        </Box>
        <span>
          Created <RelativeTime value={ticket.created_at} />
        </span>
        {requester && (
          <Box as="span" overflowWrap="anywhere">
            Requested by {requester.name || requester.email}
          </Box>
        )}
      </Flex>
      <Flex wrap="wrap" gap="2" marginTop="3">
        <StatusBadge status={ticket.status} />
        <PriorityBadge priority={ticket.priority} />
      </Flex>
    </Box>
  )
}
