import { defineRemoteConfig } from '@helpdesk/remote-contract/config'
import type { Database } from '@helpdesk/supabase/database.types'

export default defineRemoteConfig<Database['public']['Functions']>({
  mounts: [
    { path: '/dashboard/agent', roles: ['agent', 'admin'] },
    { path: '/tickets/assigned', roles: ['agent', 'admin'] },
    { path: '/tickets/unassigned', roles: ['agent', 'admin'] },
    { path: '/tickets/new-for', roles: ['agent', 'admin'] },
    { path: '/tickets', roles: ['agent'] },
  ],
  menus: [
    { role: 'agent', menu: 'main', to: '/dashboard/agent', label: 'Dashboard', icon: 'home', order: 10 },
    {
      role: 'agent',
      menu: 'main',
      to: '/dashboard/agent/tickets',
      label: 'My Tickets',
      icon: 'inbox',
      order: 20,
      also: ['/tickets/assigned'],
    },
    {
      role: 'agent',
      menu: 'main',
      to: '/tickets/unassigned',
      label: 'Unassigned Queue',
      icon: 'list',
      order: 30,
    },
    {
      role: 'agent',
      menu: 'sidebar',
      to: '/dashboard/agent/unmatched',
      label: 'Unmatched email',
      icon: 'mail',
      order: 5,
    },
    { role: 'admin', menu: 'main', to: '/tickets/assigned', label: 'My Tickets', icon: 'inbox', order: 30 },
    {
      role: 'admin',
      menu: 'main',
      to: '/tickets/unassigned',
      label: 'Unassigned Queue',
      icon: 'list',
      order: 40,
    },
    {
      role: 'agent',
      menu: 'sidebar',
      to: '/dashboard/agent/settings',
      label: 'Settings',
      icon: 'settings',
      order: 10,
      also: ['/dashboard/agent/macros'],
    },
  ],
  screens: {
    '/dashboard/agent': {
      module: './src/dashboard/AgentDashboard.tsx',
      reads: [
        {
          rpc: 'list_tickets',
          args: {
            filter: { status: ['active'], assignee: '{user}' },
            sort_by: 'priority',
            max_rows: 10,
          },
        },
      ],
    },
    '/tickets/assigned': {
      module: './src/queue/AgentTickets.tsx',
      preview: { component: 'AgentTickets', rows: '@helpdesk/staff/preview/ticket-rows' },
      reads: [
        {
          rpc: 'list_tickets',
          args: {
            filter: { status: ['active'], assignee: '{user}' },
          },
        },
      ],
    },
    '/tickets/unassigned': {
      module: './src/queue/AgentTickets.tsx',
      preview: { component: 'AgentTickets', rows: '@helpdesk/staff/preview/ticket-rows' },
      reads: [
        {
          rpc: 'list_tickets',
          args: {
            filter: { status: ['active'], unassigned: true },
          },
        },
      ],
    },
    '/dashboard/agent/views': { module: './src/views/AgentViews.tsx' },
    '/dashboard/agent/settings': { module: './src/settings/AgentSettings.tsx' },
    // before the pages of a ticket, whose paths match it too
    '/tickets/new-for': { module: './src/new-ticket/NewTicketFor.tsx' },
    '/tickets/<int:number>': {
      module: './src/ticket/AgentTicket.tsx',
      reads: [{ rpc: 'get_ticket_detail', args: { ticket_number: '{number}' } }],
    },
    '/tickets/:id': {
      module: './src/ticket/AgentTicket.tsx',
      reads: [{ rpc: 'get_ticket_detail', args: { ticket_id: '{id}' } }],
    },
  },
})
