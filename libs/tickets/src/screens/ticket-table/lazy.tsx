import { Box } from '@helpdesk/ui'
import { deferred, quietly } from '../deferred'
import type { ActiveTicketsProps } from './ActiveTickets'
import type { TicketWorklistProps } from './TicketWorklist'

// Staff alone fetch these. What stands below keeps its place until then.
const worklist = deferred<TicketWorklistProps>(
  async () => (await import('./TicketWorklist')).TicketWorklist,
  <Box minHeight="100dvh" aria-hidden />,
)
const active = deferred<ActiveTicketsProps>(
  async () => (await import('./ActiveTickets')).ActiveTickets,
  <Box minHeight="30rem" aria-hidden />,
)

/** The agents' and admins' list of tickets, with all that one does in it. */
export const TicketWorklist = worklist.Screen
/** The signed-in agent's most urgent tickets. */
export const ActiveTickets = active.Screen

/** Fetches the list's code ahead, beside the page that shows it. */
export const preloadTicketWorklist = quietly(worklist.preload)
/** Fetches the code of the dashboard's table ahead. */
export const preloadActiveTickets = quietly(active.preload)
