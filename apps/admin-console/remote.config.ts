import { defineRemoteConfig } from '@helpdesk/remote-contract/config'

// the reads of the screens, character by character as they send them; the journey first-screen compares
const COLUMNS =
  'id%2Csubject%2Cstatus%2Cpriority%2Ccreated_by%2Ccustomer_id%2Cassigned_to%2Ccreated_at%2Cupdated_at%2Cclosed_at%2Cversion%2Cnumber%2Cwaiting_since%2Ccreator_name%2Ccreator_email%2Cassignee_name%2Cassignee_email%2Crequester_name%2Crequester_email%2Cdesk_tags%2Clast_message_at%2Clast_message_name%2Clast_message_from%2Clast_message_preview%2Cunread'

export default defineRemoteConfig({
  mounts: [
    { path: '/admin', roles: ['admin'] },
    { path: '/tickets', roles: ['admin'] },
  ],
  menus: [
    { role: 'admin', menu: 'main', to: '/admin/dashboard', label: 'Dashboard', icon: 'home', order: 10 },
    { role: 'admin', menu: 'main', to: '/admin/tickets', label: 'All Tickets', icon: 'ticket', order: 20 },
    { role: 'admin', menu: 'sidebar', to: '/admin/users', label: 'Users', icon: 'users', order: 10 },
    { role: 'admin', menu: 'sidebar', to: '/admin/invites', label: 'Invites', icon: 'mail', order: 20 },
    { role: 'admin', menu: 'sidebar', to: '/admin/reports', label: 'Reports', icon: 'chart', order: 30 },
    { role: 'admin', menu: 'sidebar', to: '/admin/console', label: 'AI Console', icon: 'spark', order: 40 },
    { role: 'admin', menu: 'sidebar', to: '/admin/audit', label: 'Audit log', icon: 'history', order: 50 },
    { role: 'admin', menu: 'sidebar', to: '/admin/health', label: 'Health', icon: 'pulse', order: 60 },
    { role: 'admin', menu: 'sidebar', to: '/admin/settings', label: 'Settings', icon: 'settings', order: 70 },
  ],
  screens: {
    '/admin/dashboard': { module: './src/dashboard/AdminDashboard.tsx', reads: ['rpc/get_admin_dashboard'] },
    '/admin/tickets': {
      module: './src/pages/AdminTickets.tsx',
      reads: [
        `rpc/list_tickets?unassigned=false&sort_by=created_at&ascending=false&max_rows=50&select=${COLUMNS}`,
      ],
    },
    '/admin/users': { module: './src/users/Users.tsx' },
    '/admin/console': { module: './src/console/AdminConsole.tsx' },
    '/tickets/<int:number>': {
      module: './src/ticket/AdminTicket.tsx',
      reads: ['rpc/get_ticket_detail?ticket_number={number}'],
    },
    '/tickets/:id': {
      module: './src/ticket/AdminTicket.tsx',
      reads: ['rpc/get_ticket_detail?ticket_id={id}'],
    },
  },
})
