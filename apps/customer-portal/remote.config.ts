import { defineRemoteConfig } from '@helpdesk/remote-contract/config'
import type { Database } from '@helpdesk/supabase/database.types'

export default defineRemoteConfig<Database['public']['Functions']>({
  mounts: [
    { path: '/dashboard/customer', roles: ['customer'] },
    { path: '/tickets', roles: ['customer'] },
    { path: '/settings', roles: ['customer'] },
  ],
  menus: [
    {
      role: 'customer',
      menu: 'main',
      to: '/dashboard',
      label: 'Dashboard',
      order: 10,
      also: ['/dashboard/customer'],
    },
    { role: 'customer', menu: 'main', to: '/tickets', label: 'My Tickets', order: 20 },
    { role: 'customer', menu: 'main', to: '/settings', label: 'Settings', order: 30 },
  ],
  screens: {
    '/dashboard/customer': {
      module: './src/dashboard/CustomerDashboard.tsx',
      reads: [{ rpc: 'get_customer_dashboard' }],
    },
    '/tickets': {
      module: './src/my-tickets/MyTickets.tsx',
      preview: { component: 'MyTickets', rows: '@helpdesk/tickets/preview/ticket-rows' },
      reads: [
        {
          rpc: 'list_tickets',
          args: { filter: { requester: '{user}' } },
        },
      ],
    },
    '/tickets/new': { module: './src/new-ticket/NewTicket.tsx' },
    '/tickets/<int:number>': {
      module: './src/ticket/CustomerTicket.tsx',
      reads: [{ rpc: 'get_ticket_detail', args: { ticket_number: '{number}' } }],
    },
    '/tickets/:id': {
      module: './src/ticket/CustomerTicket.tsx',
      reads: [{ rpc: 'get_ticket_detail', args: { ticket_id: '{id}' } }],
    },
    '/settings': { module: './src/settings/CustomerSettings.tsx' },
  },
})
