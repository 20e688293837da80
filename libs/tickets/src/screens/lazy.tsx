import { Skeleton, Stack } from '@helpdesk/ui'
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import type { TicketDetailScreenProps } from './detail/TicketDetailScreen'
import { TicketDetailPending } from './detail/TicketDetailPending'
import type { TicketFormProps } from './TicketForm'

/**
 * A screen whose code comes later. Once it is there it is rendered straight away: React's own `lazy` would show
 * the fallback even then, and keep it for 300 ms.
 */
function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode) {
  let Loaded: ComponentType<Props> | undefined
  const preload = async () => (Loaded ??= await load())
  const Lazy = lazy<ComponentType<Props>>(async () => ({ default: await preload() }))
  const Screen = (props: Props) => {
    // Decided once: changing over later would mount the screen anew and lose what was typed.
    const [Direct] = useState(() => Loaded)
    return Direct ? (
      <Direct {...props} />
    ) : (
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    )
  }
  return { Screen, preload }
}

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

// A failed fetch is met again, with its error, where the screen is rendered.
const quietly = (load: () => Promise<unknown>) => (): Promise<void> =>
  load().then(
    () => undefined,
    () => undefined,
  )
/** Fetches the code of the ticket detail ahead: while its route loads, or when a reader nears a list. */
export const preloadTicketDetail = quietly(detail.preload)
/** Fetches the code of the ticket form ahead. */
export const preloadTicketForm = quietly(form.preload)
