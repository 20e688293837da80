import { Avatar, Box, Flex, Link, RouterLink, Text } from '@helpdesk/ui'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { StatusBadge } from '@helpdesk/tickets/screens/badges/StatusBadge'
import { Section } from './Section'
import * as texts from './texts'

/** The requester: name, e-mail and other tickets. */
export function RequesterBlock({ detail: { customer, staff } }: { detail: TicketDetail }) {
  const others = staff?.other_tickets ?? []
  return (
    <Section title={texts.requester}>
      {customer ? (
        <Flex gap="3" overflowWrap="anywhere">
          <Avatar name={customer.name || customer.email} seed={customer.id} size={32} />
          <Box minWidth="0">
            <Text fontWeight="medium">{customer.name}</Text>
            {customer.email && (
              <Link variant="underline" href={`mailto:${customer.email}`} fontSize="sm">
                {customer.email}
              </Link>
            )}
          </Box>
        </Flex>
      ) : (
        <Text tone="muted">{texts.noRequester}</Text>
      )}
      {others.length > 0 && (
        <Box marginTop="3">
          <Text tone="muted" fontSize="sm">
            {texts.otherTickets}
          </Text>
          <Box as="ul" listStyleType="none">
            {others.map((ticket) => (
              <Flex as="li" key={ticket.id} gap="2" paddingY="1" alignItems="center" minWidth="0">
                <Text as="span" tone="muted" fontSize="sm" fontVariantNumeric="tabular-nums">
                  {ticketRef(ticket)}
                </Text>
                <RouterLink
                  to={`/tickets/${ticket.id}`}
                  flex="1"
                  minWidth="0"
                  truncate
                  css={{ '@media (pointer: coarse)': { paddingBlock: '3' } }}
                  title={ticket.subject}
                >
                  {ticket.subject}
                </RouterLink>
                <StatusBadge status={ticket.status} />
              </Flex>
            ))}
          </Box>
        </Box>
      )}
    </Section>
  )
}
