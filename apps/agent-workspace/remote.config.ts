import { defineRemoteConfig } from '@helpdesk/remote-contract/config'

export default defineRemoteConfig({
  mounts: [
    { path: '/dashboard/agent', roles: ['agent', 'admin'] },
    { path: '/tickets/assigned', roles: ['agent', 'admin'] },
    { path: '/tickets/unassigned', roles: ['agent', 'admin'] },
    { path: '/tickets', roles: ['agent'] },
  ],
  menus: [
    { role: 'agent', menu: 'main', to: '/dashboard/agent', label: 'Dashboard', order: 10 },
    {
      role: 'agent',
      menu: 'main',
      to: '/dashboard/agent/tickets',
      label: 'Tickets',
      order: 20,
      // a ticket's page counts as part of the list
      also: ['/tickets', '/dashboard/agent/views'],
    },
    {
      role: 'agent',
      menu: 'main',
      to: '/dashboard/agent/settings',
      label: 'Settings',
      order: 30,
      also: ['/dashboard/agent/macros'],
    },
  ],
  home: { agent: '/dashboard/agent' },
  screens: {
    '/dashboard/agent': { module: './src/dashboard/AgentDashboard.tsx' },
    '/tickets/assigned': { module: './src/queue/AgentTickets.tsx' },
    '/tickets/unassigned': { module: './src/queue/AgentTickets.tsx' },
    '/dashboard/agent/views': { module: './src/views/AgentViews.tsx' },
    '/dashboard/agent/settings': { module: './src/settings/AgentSettings.tsx' },
    '/tickets/:id': { module: './src/ticket/AgentTicket.tsx' },
  },
})
