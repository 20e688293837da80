import { Skeleton, Stack } from '@helpdesk/ui'
import { lazy, Suspense } from 'react'
import type { TicketDetailScreenProps } from './TicketDetailScreen'
import type { TicketFormProps } from './TicketForm'
import { TicketDetailPending } from './TicketDetailPending'

// The library is shared as a whole between shell and remotes; what a first screen does not paint waits here.
const loadDetail = () => import('./TicketDetailScreen')
const Detail = lazy(async () => ({ default: (await loadDetail()).TicketDetailScreen }))
const Form = lazy(async () => ({ default: (await import('./TicketForm')).TicketForm }))

/** Fetches the code of the ticket detail when somebody is about to open one. */
export const preloadTicketDetail = (): void => void loadDetail().catch(() => undefined)

/** `/tickets/:id` for every role; the code comes with the first visit. */
export function TicketDetailScreen(props: TicketDetailScreenProps) {
  return (
    <Suspense fallback={<TicketDetailPending />}>
      <Detail {...props} />
    </Suspense>
  )
}

/** The form to raise a ticket; the code comes with the first visit. */
export function TicketForm(props: TicketFormProps) {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Form {...props} />
    </Suspense>
  )
}

const FormSkeleton = () => (
  <Stack gap="5" aria-hidden>
    <Skeleton height="14" />
    <Skeleton height="40" />
    <Skeleton height="14" />
    <Skeleton height="28" />
  </Stack>
)
