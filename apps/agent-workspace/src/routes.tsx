import { preloadAccountSettings } from '@helpdesk/auth'
import { defineRemote } from '@helpdesk/remote-contract'
import { NEW_TICKET_PATH, VIEWS_PATH } from '@helpdesk/staff/keys/places'
import { loadQueue } from './queue/load-queue'
import { withKeys } from './keys/with-keys'

const tickets = async () => ({ Component: withKeys((await import('./queue/AgentTickets')).AgentTickets) })

// One chunk per route.
export default defineRemote([
  {
    path: '/dashboard/agent',
    handle: { title: 'Agent Dashboard' },
    lazy: async () => ({ Component: withKeys((await import('./dashboard/AgentDashboard')).AgentDashboard) }),
  },
  { path: '/tickets/assigned', handle: { title: 'My Assigned Tickets' }, loader: loadQueue, lazy: tickets },
  { path: '/tickets/unassigned', handle: { title: 'Unassigned Tickets' }, loader: loadQueue, lazy: tickets },
  {
    path: NEW_TICKET_PATH,
    handle: { title: 'New ticket for…' },
    lazy: async () => ({ Component: withKeys((await import('./new-ticket/NewTicketFor')).NewTicketFor) }),
  },
  {
    // The title is the view's name.
    path: VIEWS_PATH,
    lazy: async () => ({ Component: withKeys((await import('./views/AgentViews')).AgentViews) }),
  },
  {
    path: '/dashboard/agent/settings',
    handle: { title: 'Settings' },
    lazy: async () => {
      const [{ AgentSettings }] = await Promise.all([
        import('./settings/AgentSettings'),
        preloadAccountSettings(),
      ])
      return { Component: withKeys(AgentSettings) }
    },
  },
  {
    path: '/dashboard/agent/macros',
    handle: { title: 'Macros' },
    lazy: async () => ({
      Component: withKeys((await import('@helpdesk/staff/screens/macros/MacrosScreen')).MacrosScreen),
    }),
  },
  {
    // The page sets the ticket's subject as title.
    path: '/tickets/:id',
    lazy: async () => ({ Component: withKeys((await import('./ticket/AgentTicket')).AgentTicket) }),
  },
])
