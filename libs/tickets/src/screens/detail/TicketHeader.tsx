import { Box, Flex, Heading, RelativeTime } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import { ticketRef } from '../../model/ticket-number'
import type { Participant, Ticket, TicketSummary } from '../../model/rows'
import { PriorityBadge } from '../badges/PriorityBadge'
import { StatusBadge } from '../badges/StatusBadge'
import { alsoViewing } from '../live/texts'
import * as texts from './texts'

interface TicketHeaderProps {
  ticket: TicketSummary & Pick<Partial<Ticket>, 'source'>
  /** Shown to staff only. */
  requester?: Pick<Participant, 'name' | 'email'> | null
  /** Names of colleagues who have the ticket open. */
  viewers?: readonly string[]
  /** Replaces the badges. */
  children?: ReactNode
}

/** Subject, number, age, status and priority. */
export function TicketHeader({ ticket, requester, viewers = [], children }: TicketHeaderProps) {
  return (
    <Box as="header">
      <Heading
        as="h1"
        size="lg"
        dir="auto"
        textAlign="left"
        overflowWrap="anywhere"
        title={ticket.subject}
        data-title={`${ticketRef(ticket)} ${ticket.subject}`.trim()}
        lineClamp={children ? { lg: '2' } : undefined}
      >
        {ticket.subject}
      </Heading>
      <Flex
        wrap="wrap"
        columnGap="3"
        marginTop="0.5"
        color="fg.muted"
        fontSize={{ base: 'xs', sm: 'sm' }}
        minWidth="0"
      >
        <Box as="span" color="fg" fontWeight="medium" fontVariantNumeric="tabular-nums">
          {texts.ticketTitle(ticketRef(ticket))}
        </Box>
        <span>
          {texts.created} <RelativeTime value={ticket.created_at} />
          {ticket.source === 'mail' && texts.byEmail}
          {ticket.source === 'staff' && texts.byStaff}
        </span>
        {requester && (
          <Box as="span" overflowWrap="anywhere">
            {texts.requestedBy(requester.name || requester.email || '')}
          </Box>
        )}
        {viewers.length > 0 && (
          <Box as="span" role="status" color="accent.fg" overflowWrap="anywhere">
            {alsoViewing(viewers)}
          </Box>
        )}
      </Flex>
      {children ?? (
        <Flex wrap="wrap" gap="2" marginTop="3">
          <StatusBadge status={ticket.status} />
          <PriorityBadge priority={ticket.priority} />
        </Flex>
      )}
    </Box>
  )
}
