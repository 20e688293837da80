import { preloadAccountSettings } from '@helpdesk/auth'
import { defineRemote } from '@helpdesk/remote-contract'
import {
  MacrosScreen,
  preloadActiveTickets,
  preloadStaffTicket,
  preloadTicketWorklist,
  preloadViewTickets,
} from '@helpdesk/tickets'
import { VIEWS_PATH } from './palette/places'
import { withKeys } from './palette/with-keys'

const tickets = async () => {
  const [{ AgentTickets }] = await Promise.all([import('./queue/AgentTickets'), preloadTicketWorklist()])
  return { Component: withKeys(AgentTickets) }
}

// One route, one chunk: what a screen does not paint it does not download.
export default defineRemote([
  {
    path: '/dashboard/agent',
    handle: { title: 'Agent Dashboard' },
    lazy: async () => {
      const [{ AgentDashboard }] = await Promise.all([
        import('./dashboard/AgentDashboard'),
        preloadActiveTickets(),
      ])
      return { Component: withKeys(AgentDashboard) }
    },
  },
  { path: '/tickets/assigned', handle: { title: 'My Assigned Tickets' }, lazy: tickets },
  { path: '/tickets/unassigned', handle: { title: 'Unassigned Tickets' }, lazy: tickets },
  {
    // Its title is the view's name.
    path: VIEWS_PATH,
    lazy: async () => {
      const [{ AgentViews }] = await Promise.all([import('./views/AgentViews'), preloadViewTickets()])
      return { Component: withKeys(AgentViews) }
    },
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
    Component: withKeys(MacrosScreen),
  },
  {
    // Its title is the subject: tabs and the history tell tickets apart.
    path: '/tickets/:id',
    lazy: async () => {
      // The page and what staff have on it come side by side.
      void preloadStaffTicket()
      return { Component: withKeys((await import('./ticket/AgentTicket')).AgentTicket) }
    },
  },
])
