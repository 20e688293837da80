import { defineRemote } from '@helpdesk/remote-contract'

const tickets = async () => ({ Component: (await import('./queue/AgentTickets')).AgentTickets })

// One route, one chunk: what a screen does not paint it does not download.
export default defineRemote([
  {
    path: '/dashboard/agent',
    handle: { title: 'Agent Dashboard' },
    lazy: async () => ({ Component: (await import('./dashboard/AgentDashboard')).AgentDashboard }),
  },
  { path: '/tickets/assigned', handle: { title: 'My Assigned Tickets' }, lazy: tickets },
  { path: '/tickets/unassigned', handle: { title: 'Unassigned Tickets' }, lazy: tickets },
  {
    path: '/dashboard/agent/settings',
    handle: { title: 'Settings' },
    lazy: async () => ({ Component: (await import('./settings/AgentSettings')).AgentSettings }),
  },
  {
    path: '/tickets/:id',
    handle: { title: 'Ticket' },
    lazy: async () => ({ Component: (await import('./ticket/AgentTicket')).AgentTicket }),
  },
])
