import { StatusBadge } from '@helpdesk/tickets/screens/badges/StatusBadge'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import type { CustomerDashboard } from '../api/get-customer-dashboard'
import {
  Box,
  EmptyState,
  Flex,
  formatDate,
  Grid,
  LinkButton,
  RouterLink,
  Skeleton,
  Text,
  TicketIcon,
  VisuallyHidden,
} from '@helpdesk/ui'
import type { ReactNode } from 'react'
import * as texts from './texts'

type Recent = CustomerDashboard['recent_tickets']

/** Up to five tickets; undefined while they load. */
export function RecentTickets({ tickets }: { tickets: Recent | undefined }) {
  if (!tickets) {
    return (
      <>
        <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
        <Rows>
          {[1, 2, 3, 4, 5].map((n) => (
            <Row key={n}>
              <Box flex="1">
                <Skeleton height="5" width="60%" />
                <Skeleton height="4" width="32" marginTop="1" />
              </Box>
            </Row>
          ))}
        </Rows>
      </>
    )
  }
  if (tickets.length === 0) {
    return (
      <EmptyState
        icon={<TicketIcon />}
        title={texts.none}
        text={texts.noneText}
        action={<LinkButton to="/tickets/new">{texts.newTicket}</LinkButton>}
      />
    )
  }
  return (
    <Rows>
      {tickets.map((ticket) => (
        <Row key={ticket.id}>
          {/* On a phone the second line has the whole width, so that badge and date stay together. */}
          <Grid
            flex="1"
            minWidth="0"
            gridTemplateColumns="minmax(0, 1fr) auto"
            gridTemplateAreas={{ base: '"subject view" "state state"', sm: '"subject view" "state view"' }}
            alignItems="center"
            columnGap="3"
            rowGap="0.5"
          >
            <Box
              gridArea="subject"
              lineClamp={{ base: 2, md: 1 }}
              overflowWrap="anywhere"
              title={ticket.subject}
            >
              <Text as="span" tone="muted">
                {ticketRef(ticket)}{' '}
              </Text>
              <RouterLink to={`/tickets/${ticket.id}`} variant="plain">
                <bdi>{ticket.subject}</bdi>
              </RouterLink>
            </Box>
            <Flex gridArea="state" wrap="wrap" alignItems="center" columnGap="3" rowGap="1">
              <StatusBadge status={ticket.status} />
              <Text as="span" tone="muted" fontSize="sm">
                {texts.updated(formatDate(ticket.updated_at))}
              </Text>
            </Flex>
            <LinkButton
              gridArea="view"
              to={`/tickets/${ticket.id}`}
              size="sm"
              aria-label={texts.viewTicket(ticket.subject)}
            >
              {texts.view}
            </LinkButton>
          </Grid>
        </Row>
      ))}
    </Rows>
  )
}

const Rows = ({ children }: { children: ReactNode }) => (
  <Box as="ul" listStyleType="none">
    {children}
  </Box>
)

const Row = ({ children }: { children: ReactNode }) => (
  <Flex
    as="li"
    alignItems="center"
    gap="3"
    style={{ minHeight: 68 }}
    paddingX="4"
    paddingY="2"
    borderTopWidth="1px"
    borderColor="border.muted"
  >
    {children}
  </Flex>
)
