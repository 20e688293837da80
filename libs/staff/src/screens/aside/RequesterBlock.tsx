import { Avatar, Box, chakra, Flex, Link, RouterLink, Text } from '@helpdesk/ui'
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
          <Others>
            {others.map((ticket) => (
              <li key={ticket.id}>
                <span>{ticketRef(ticket)}</span>
                <RouterLink dir="auto" to={`/tickets/${ticket.id}`} title={ticket.subject}>
                  {ticket.subject}
                </RouterLink>
                <StatusBadge status={ticket.status} />
              </li>
            ))}
          </Others>
        </Box>
      )}
    </Section>
  )
}

const Others = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': { display: 'flex', gap: '2', py: '1', alignItems: 'center', minWidth: '0' },
    '& > li > span:first-of-type': { color: 'fg.muted', fontSize: 'sm', fontVariantNumeric: 'tabular-nums' },
    '& > li > a': {
      textAlign: 'left',
      flex: '1',
      minWidth: '0',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      '@media (pointer: coarse)': { paddingBlock: '3' },
    },
  },
})
