import { Skeleton, Stack } from '@helpdesk/ui'
import { deferred, quietly } from './deferred'
import type { TicketDetailScreenProps } from './detail/TicketDetailScreen'
import { TicketDetailPending } from './detail/TicketDetailPending'
import type { NewTicketScreenProps } from './new-ticket/NewTicketScreen'

const FormSkeleton = () => (
  <Stack gap="5" maxWidth="42rem" aria-hidden>
    <Skeleton height="14" />
    <Skeleton height="40" />
    <Skeleton height="14" />
    <Skeleton height="28" />
  </Stack>
)

// The library is shared as a whole between shell and remotes; what a first screen does not paint waits here.
const detail = deferred<TicketDetailScreenProps>(
  async () => (await import('./detail/TicketDetailScreen')).TicketDetailScreen,
  <TicketDetailPending />,
)
const newTicket = deferred<NewTicketScreenProps>(
  async () => (await import('./new-ticket/NewTicketScreen')).NewTicketScreen,
  <FormSkeleton />,
)

/** `/tickets/:id` for every role; the code comes with the first visit. */
export const TicketDetailScreen = detail.Screen
/** What raises a ticket, from its form to its last file; the code comes with the first visit. */
export const NewTicketScreen = newTicket.Screen

/** Fetches the code of the ticket detail ahead: while its route loads, or when a reader nears a list. */
export const preloadTicketDetail = quietly(detail.preload)
/** Fetches the code of the new ticket ahead. */
export const preloadNewTicket = quietly(newTicket.preload)
