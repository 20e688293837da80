import { Box } from '@helpdesk/ui'
import { deferred, quietly } from '../deferred'
import { preloadTicketWorklist } from '../ticket-table/lazy'
import type { WorkspaceKeysProps } from './keys/WorkspaceKeys'
import type { ViewTicketsProps } from './views/ViewTickets'

// Staff alone fetch these: the customer's download has no byte of them.
const keys = deferred<WorkspaceKeysProps>(
  async () => (await import('./keys/WorkspaceKeys')).WorkspaceKeys,
  null,
)
const views = deferred<ViewTicketsProps>(
  async () => (await import('./views/ViewTickets')).ViewTickets,
  <Box minHeight="100dvh" aria-hidden />,
)
const singleKeys = deferred<object>(
  async () => (await import('./keys/SingleKeysSwitch')).SingleKeysSwitch,
  <Box minHeight="11" aria-hidden />,
)

/** Shortcuts, command palette and help sheet of the page that it stands on. */
export const WorkspaceKeys = keys.Screen
/** The list of a saved view, or of all tickets. */
export const ViewTickets = views.Screen
/** The setting that switches the shortcuts of single keys off, for this device. */
export const SingleKeysSwitch = singleKeys.Screen

/** Fetches the page of views ahead, with the table that it shows. */
export const preloadViewTickets = quietly(() => Promise.all([views.preload(), preloadTicketWorklist()]))
