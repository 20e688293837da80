import { defineRemoteConfig } from '@helpdesk/remote-contract/config'

// the reads of the screens, character by character as they send them; the journey first-screen compares
const COLUMNS =
  'id%2Csubject%2Cstatus%2Cpriority%2Ccreated_by%2Ccustomer_id%2Cassigned_to%2Ccreated_at%2Cupdated_at%2Cclosed_at%2Cversion'
const NEWEST = `sort_by=created_at&ascending=false&max_rows=50&select=${COLUMNS}`

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
    '/dashboard/agent': {
      module: './src/dashboard/AgentDashboard.tsx',
      reads: [
        `tickets?select=${COLUMNS}&assigned_to=eq.{user}&status=in.%28open%2Cin_progress%2Cpending%2Con_hold%29&order=priority_rank.desc%2Ccreated_at.desc%2Cid.desc&limit=10`,
      ],
    },
    '/tickets/assigned': {
      module: './src/queue/AgentTickets.tsx',
      reads: [`rpc/search_tickets?filter_assignee={user}&unassigned=false&${NEWEST}`],
    },
    '/tickets/unassigned': {
      module: './src/queue/AgentTickets.tsx',
      reads: [`rpc/search_tickets?unassigned=true&${NEWEST}`],
    },
    '/dashboard/agent/views': { module: './src/views/AgentViews.tsx' },
    '/dashboard/agent/settings': { module: './src/settings/AgentSettings.tsx' },
    '/tickets/:id': {
      module: './src/ticket/AgentTicket.tsx',
      reads: ['rpc/get_ticket_detail?ticket_id={id}'],
    },
  },
})
