import { preloadAccountSettings } from '@helpdesk/auth'
import { defineRemote } from '@helpdesk/remote-contract'
import { errorTexts } from '@helpdesk/tickets/model/error-texts'
import { addErrorTexts } from '@helpdesk/ui'
import { loadMyTickets } from './my-tickets/load-my-tickets'
import * as texts from './texts'

addErrorTexts(errorTexts)

// One chunk per route, so that a screen downloads only its own code.
export default defineRemote([
  {
    path: '/dashboard/customer',
    handle: { title: texts.dashboard },
    lazy: async () => ({ Component: (await import('./dashboard/CustomerDashboard')).CustomerDashboard }),
  },
  {
    path: '/tickets',
    handle: { title: texts.myTickets },
    loader: loadMyTickets,
    lazy: async () => ({ Component: (await import('./my-tickets/MyTickets')).MyTickets }),
  },
  {
    path: '/tickets/new',
    handle: { title: texts.newTicket },
    lazy: async () => ({ Component: (await import('./new-ticket/NewTicket')).NewTicket }),
  },
  {
    // The page sets the ticket's subject as title.
    path: '/tickets/:id',
    lazy: async () => (await import('./ticket/CustomerTicket')).route,
  },
  {
    path: '/settings',
    handle: { title: texts.settings },
    lazy: async () => {
      const [{ CustomerSettings }] = await Promise.all([
        import('./settings/CustomerSettings'),
        preloadAccountSettings(),
      ])
      return { Component: CustomerSettings }
    },
  },
])
