import { defineRemoteConfig } from '@helpdesk/remote-contract/config'

// the reads of the screens, character by character as they send them; the journey first-screen compares
const COLUMNS =
  'id%2Csubject%2Cstatus%2Cpriority%2Ccreated_by%2Ccustomer_id%2Cassigned_to%2Ccreated_at%2Cupdated_at%2Cclosed_at%2Cversion%2Cnumber%2Cwaiting_since%2Ccreator_name%2Ccreator_email%2Cassignee_name%2Cassignee_email%2Crequester_name%2Crequester_email%2Cdesk_tags%2Clast_message_at%2Clast_message_name%2Clast_message_from%2Clast_message_preview%2Cunread'
const NEWEST = `sort_by=created_at&ascending=false&max_rows=50&select=${COLUMNS}`

export default defineRemoteConfig({
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
      reads: ['rpc/get_customer_dashboard'],
    },
    '/tickets': {
      module: './src/my-tickets/MyTickets.tsx',
      preview: './src/my-tickets/preview-my-tickets.ts',
      reads: [`rpc/list_tickets?filter_customer={user}&unassigned=false&${NEWEST}`],
    },
    '/tickets/new': { module: './src/new-ticket/NewTicket.tsx' },
    '/tickets/<int:number>': {
      module: './src/ticket/CustomerTicket.tsx',
      reads: ['rpc/get_ticket_detail?ticket_number={number}'],
    },
    '/tickets/:id': {
      module: './src/ticket/CustomerTicket.tsx',
      reads: ['rpc/get_ticket_detail?ticket_id={id}'],
    },
    '/settings': { module: './src/settings/CustomerSettings.tsx' },
  },
})
