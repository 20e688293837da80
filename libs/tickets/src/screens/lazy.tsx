import { Skeleton, Stack } from '@helpdesk/ui'
import { deferred, quietly } from './deferred'
import type { TicketDetailScreenProps } from './detail/TicketDetailScreen'
import { TicketDetailPending } from './detail/TicketDetailPending'
import type { TicketFormProps } from './TicketForm'

const FormSkeleton = () => (
  <Stack gap="5" aria-hidden>
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
const form = deferred<TicketFormProps>(
  async () => (await import('./TicketForm')).TicketForm,
  <FormSkeleton />,
)

/** `/tickets/:id` for every role; the code comes with the first visit. */
export const TicketDetailScreen = detail.Screen
/** The form to raise a ticket; the code comes with the first visit. */
export const TicketForm = form.Screen

/** Fetches the code of the ticket detail ahead: while its route loads, or when a reader nears a list. */
export const preloadTicketDetail = quietly(detail.preload)
/** Fetches the code of the ticket form ahead. */
export const preloadTicketForm = quietly(form.preload)
