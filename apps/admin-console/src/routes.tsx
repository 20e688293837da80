import { preloadAccountSettings } from '@helpdesk/auth'
import { defineRemote } from '@helpdesk/remote-contract'
import { errorTexts as staffErrorTexts } from '@helpdesk/staff/model/error-texts'
import { errorTexts as ticketErrorTexts } from '@helpdesk/tickets/model/error-texts'
import { addErrorTexts } from '@helpdesk/ui'
import type { ComponentType } from 'react'
import { errorTexts } from './model/error-texts'
import { PAGES, type PagePath } from './pages/pages'
import { withTools } from './pages/with-tools'

for (const words of [ticketErrorTexts, staffErrorTexts, errorTexts]) addErrorTexts(words)

type Lazy = () => Promise<{ Component: ComponentType }>

// One chunk per route.
const screens: Record<PagePath, Lazy> = {
  '/admin/dashboard': async () => ({
    Component: (await import('./dashboard/AdminDashboard')).AdminDashboard,
  }),
  '/admin/settings': async () => {
    const [{ AdminSettings }] = await Promise.all([
      import('./settings/AdminSettings'),
      preloadAccountSettings(),
    ])
    return { Component: AdminSettings }
  },
  '/admin/settings/workspace': async () => ({
    Component: (await import('./settings/WorkspaceSettings')).WorkspaceSettings,
  }),
  '/admin/settings/tags': async () => ({ Component: (await import('./settings/TagSettings')).TagSettings }),
  '/admin/settings/macros': async () => ({
    Component: (await import('./settings/MacroSettings')).MacroSettings,
  }),
  '/admin/settings/email': async () => ({
    Component: (await import('./email/EmailSettings')).EmailSettings,
  }),
  '/admin/invites': async () => ({ Component: (await import('./invites/Invites')).Invites }),
  '/admin/users': async () => ({ Component: (await import('./users/Users')).Users }),
  '/admin/audit': async () => ({ Component: (await import('./audit/AuditLog')).AuditLog }),
  '/admin/health': async () => ({ Component: (await import('./health/Health')).Health }),
  '/admin/reports': async () => {
    const [{ Reports }, { preloadCharts }] = await Promise.all([
      import('./reports/Reports'),
      import('./reports/charts/lazy'),
    ])
    // Only this page loads the chart library, in parallel with the figures.
    void preloadCharts()
    return { Component: Reports }
  },
  '/admin/console': async () => {
    const [{ AdminConsole }, { preloadDeferredParts }] = await Promise.all([
      import('./console/AdminConsole'),
      import('./console/deferred-parts'),
    ])
    // In parallel with the first paint.
    void preloadDeferredParts()
    return { Component: AdminConsole }
  },
  '/admin/tickets': async () => ({ Component: (await import('./pages/AdminTickets')).AdminTickets }),
}

export default defineRemote([
  ...PAGES.map(({ path, title }) => ({
    path,
    handle: { title },
    lazy: async () => ({ Component: withTools((await screens[path]()).Component) }),
  })),
  {
    // No title here: the screen sets it to the ticket's subject.
    path: '/tickets/:id',
    lazy: async () => (await import('./ticket/AdminTicket')).route,
  },
])
