import { defineRemoteConfig } from '@helpdesk/remote-contract/config'
import type { Database } from '@helpdesk/supabase/database.types'

export default defineRemoteConfig<Database['public']['Functions']>({
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
    '/admin/dashboard': {
      module: './src/dashboard/AdminDashboard.tsx',
      reads: [{ rpc: 'get_admin_dashboard' }],
    },
    '/admin/tickets': {
      module: './src/pages/AdminTickets.tsx',
      reads: [{ rpc: 'list_tickets', args: { filter: {} } }],
    },
    '/admin/users': { module: './src/users/Users.tsx' },
    '/admin/console': { module: './src/console/AdminConsole.tsx' },
    '/tickets/<int:number>': {
      module: './src/ticket/AdminTicket.tsx',
      reads: [{ rpc: 'get_ticket_detail', args: { ticket_number: '{number}' } }],
    },
    '/tickets/:id': {
      module: './src/ticket/AdminTicket.tsx',
      reads: [{ rpc: 'get_ticket_detail', args: { ticket_id: '{id}' } }],
    },
  },
})
