import { Skeleton, Stack, VisuallyHidden } from '@helpdesk/ui'
import { deferred, quietly } from '../deferred'
import type { TicketDetail } from '../../model/rows'
import type { MacrosScreenProps } from './macros/MacrosScreen'
import type { StaffComposerProps } from './StaffComposer'

const AsideSkeleton = () => (
  <Stack gap="5" aria-hidden>
    <Skeleton height="80" />
    <Skeleton height="16" />
    <Skeleton height="16" />
  </Stack>
)

// Only staff ever fetch these: the customer's download has no byte of them.
const aside = deferred<{ detail: TicketDetail }>(
  async () => (await import('./StaffAside')).StaffAside,
  <AsideSkeleton />,
)
const composer = deferred<StaffComposerProps>(
  async () => (await import('./StaffComposer')).StaffComposer,
  <Skeleton height="40" />,
)
const macros = deferred<MacrosScreenProps>(
  async () => (await import('./macros/MacrosScreen')).MacrosScreen,
  <VisuallyHidden role="status">Loading macros...</VisuallyHidden>,
)

/** What staff see beside a ticket: management, assignment, tags, requester, history. */
export const StaffAside = aside.Screen
/** Where staff write replies and notes. */
export const StaffComposer = composer.Screen
/** `/dashboard/agent/macros`: the prepared replies. */
export const MacrosScreen = macros.Screen

/** Fetches what a ticket's page has for staff ahead, beside the page itself. */
export const preloadStaffTicket = quietly(() => Promise.all([aside.preload(), composer.preload()]))
