import { preloadAccountSettings } from '@helpdesk/auth'
import { defineRemote } from '@helpdesk/remote-contract'
import { loadMyTickets } from './my-tickets/load-my-tickets'

// One chunk per route, so that a screen downloads only its own code.
export default defineRemote([
  {
    path: '/dashboard/customer',
    handle: { title: 'Dashboard' },
    lazy: async () => ({ Component: (await import('./dashboard/CustomerDashboard')).CustomerDashboard }),
  },
  {
    path: '/tickets',
    handle: { title: 'My Tickets' },
    loader: loadMyTickets,
    lazy: async () => ({ Component: (await import('./my-tickets/MyTickets')).MyTickets }),
  },
  {
    path: '/tickets/new',
    handle: { title: 'Create New Ticket' },
    lazy: async () => ({ Component: (await import('./new-ticket/NewTicket')).NewTicket }),
  },
  {
    // The page sets the ticket's subject as title.
    path: '/tickets/:id',
    lazy: async () => ({ Component: (await import('./ticket/CustomerTicket')).CustomerTicket }),
  },
  {
    path: '/settings',
    handle: { title: 'Settings' },
    lazy: async () => {
      const [{ CustomerSettings }] = await Promise.all([
        import('./settings/CustomerSettings'),
        preloadAccountSettings(),
      ])
      return { Component: CustomerSettings }
    },
  },
])
