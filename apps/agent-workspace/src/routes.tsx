import { preloadAccountSettings } from '@helpdesk/auth'
import { defineRemote } from '@helpdesk/remote-contract'
import { NEW_TICKET_PATH, VIEWS_PATH } from '@helpdesk/staff/keys/places'
import { errorTexts as staffErrorTexts } from '@helpdesk/staff/model/error-texts'
import { errorTexts } from '@helpdesk/tickets/model/error-texts'
import { addErrorTexts } from '@helpdesk/ui'
import { loadQueue } from './queue/load-queue'
import { withKeys } from './keys/with-keys'
import * as texts from './texts'

addErrorTexts(errorTexts)
addErrorTexts(staffErrorTexts)

const tickets = async () => ({ Component: withKeys((await import('./queue/AgentTickets')).AgentTickets) })

// One chunk per route.
export default defineRemote([
  {
    path: '/dashboard/agent',
    handle: { title: texts.dashboard },
    lazy: async () => ({ Component: withKeys((await import('./dashboard/AgentDashboard')).AgentDashboard) }),
  },
  { path: '/tickets/assigned', handle: { title: texts.assigned }, loader: loadQueue, lazy: tickets },
  { path: '/tickets/unassigned', handle: { title: texts.unassigned }, loader: loadQueue, lazy: tickets },
  {
    path: NEW_TICKET_PATH,
    handle: { title: texts.newTicketFor },
    lazy: async () => ({ Component: withKeys((await import('./new-ticket/NewTicketFor')).NewTicketFor) }),
  },
  {
    // The title is the view's name.
    path: VIEWS_PATH,
    lazy: async () => ({ Component: withKeys((await import('./views/AgentViews')).AgentViews) }),
  },
  {
    path: '/dashboard/agent/settings',
    handle: { title: texts.settings },
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
    handle: { title: texts.macros },
    lazy: async () => ({
      Component: withKeys((await import('@helpdesk/staff/screens/macros/MacrosScreen')).MacrosScreen),
    }),
  },
  {
    path: '/dashboard/agent/unmatched',
    handle: { title: texts.unmatched },
    lazy: async () => ({
      Component: withKeys((await import('@helpdesk/staff/screens/mail/UnmatchedPage')).UnmatchedPage),
    }),
  },
  {
    // The page sets the ticket's subject as title.
    path: '/tickets/:id',
    lazy: async () => (await import('./ticket/AgentTicket')).route,
  },
])
