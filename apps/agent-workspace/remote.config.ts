import { defineRemoteConfig } from '@helpdesk/remote-contract/config'

// the reads of the screens, character by character as they send them; the journey first-screen compares
const COLUMNS =
  'id%2Csubject%2Cstatus%2Cpriority%2Ccreated_by%2Ccustomer_id%2Cassigned_to%2Ccreated_at%2Cupdated_at%2Cclosed_at%2Cversion%2Cnumber%2Cwaiting_since%2Ccreator_name%2Ccreator_email%2Cassignee_name%2Cassignee_email%2Crequester_name%2Crequester_email%2Cdesk_tags%2Clast_message_at%2Clast_message_name%2Clast_message_from%2Clast_message_preview%2Cunread'
const NEWEST = `sort_by=created_at&ascending=false&max_rows=50&select=${COLUMNS}`

export default defineRemoteConfig({
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
        `rpc/list_tickets?filter_status=%7Bactive%7D&filter_assignee={user}&unassigned=false&sort_by=priority&ascending=false&max_rows=10&select=${COLUMNS}`,
      ],
    },
    '/tickets/assigned': {
      module: './src/queue/AgentTickets.tsx',
      preview: './src/queue/preview-queue.ts',
      reads: [
        `rpc/list_tickets?filter_status=%7Bactive%7D&filter_assignee={user}&unassigned=false&${NEWEST}`,
      ],
    },
    '/tickets/unassigned': {
      module: './src/queue/AgentTickets.tsx',
      preview: './src/queue/preview-queue.ts',
      reads: [`rpc/list_tickets?filter_status=%7Bactive%7D&unassigned=true&${NEWEST}`],
    },
    '/dashboard/agent/views': { module: './src/views/AgentViews.tsx' },
    '/dashboard/agent/settings': { module: './src/settings/AgentSettings.tsx' },
    // before the pages of a ticket, whose paths match it too
    '/tickets/new-for': { module: './src/new-ticket/NewTicketFor.tsx' },
    '/tickets/<int:number>': {
      module: './src/ticket/AgentTicket.tsx',
      reads: ['rpc/get_ticket_detail?ticket_number={number}'],
    },
    '/tickets/:id': {
      module: './src/ticket/AgentTicket.tsx',
      reads: ['rpc/get_ticket_detail?ticket_id={id}'],
    },
  },
})
