import { preloadAccountSettings } from '@helpdesk/auth'
import { defineRemote } from '@helpdesk/remote-contract'
import { preloadNewTicket, preloadTicketDetail } from '@helpdesk/tickets'

// One route, one chunk: what a screen does not paint it does not download.
export default defineRemote([
  {
    path: '/dashboard/customer',
    handle: { title: 'Dashboard' },
    lazy: async () => ({ Component: (await import('./dashboard/CustomerDashboard')).CustomerDashboard }),
  },
  {
    path: '/tickets',
    handle: { title: 'My Tickets' },
    lazy: async () => ({ Component: (await import('./my-tickets/MyTickets')).MyTickets }),
  },
  {
    path: '/tickets/new',
    handle: { title: 'Create New Ticket' },
    lazy: async () => {
      const [{ NewTicket }] = await Promise.all([import('./new-ticket/NewTicket'), preloadNewTicket()])
      return { Component: NewTicket }
    },
  },
  {
    // Its title is the subject: tabs and the history tell tickets apart.
    path: '/tickets/:id',
    lazy: async () => {
      const [{ CustomerTicket }] = await Promise.all([
        import('./ticket/CustomerTicket'),
        preloadTicketDetail(),
      ])
      return { Component: CustomerTicket }
    },
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
