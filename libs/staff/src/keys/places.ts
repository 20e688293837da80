import type { Place } from '../palette/command'

/** The page of saved views; without a view it lists all tickets. */
export const VIEWS_PATH = '/dashboard/agent/views'

/** The form for a ticket of a customer who called. */
export const NEW_TICKET_PATH = '/tickets/new-for'

/** The key of the list of all tickets, which each role has. */
export const ALL_TICKETS_KEY = 'l'

const queues: readonly Place[] = [
  { key: 'a', label: 'My assigned tickets', path: '/tickets/assigned' },
  { key: 'u', label: 'Unassigned queue', path: '/tickets/unassigned' },
]

/** Pages of agents, reached by `g` and a letter. */
const agentPlaces: readonly Place[] = [
  { key: 'd', label: 'Dashboard', path: '/dashboard/agent' },
  ...queues,
  { key: 'l', label: 'All tickets', path: `${VIEWS_PATH}?assigned=any` },
  { key: 'm', label: 'Macros', path: '/dashboard/agent/macros' },
  { key: 's', label: 'Settings', path: '/dashboard/agent/settings' },
]

/** Pages of admins. */
const adminPlaces: readonly Place[] = [
  { key: 'd', label: 'Dashboard', path: '/admin/dashboard' },
  ...queues,
  { key: 'l', label: 'All tickets', path: '/admin/tickets' },
  { key: 'p', label: 'Users', path: '/admin/users' },
  { key: 'i', label: 'Invites', path: '/admin/invites' },
  { key: 'r', label: 'Reports', path: '/admin/reports' },
  { key: 'c', label: 'AI Console', path: '/admin/console' },
  { key: 'o', label: 'Audit log', path: '/admin/audit' },
  { key: 'h', label: 'Health', path: '/admin/health' },
  { key: 'm', label: 'Macros', path: '/admin/settings/macros' },
  { key: 'w', label: 'Workspace settings', path: '/admin/settings/workspace' },
  { key: 't', label: 'Tags', path: '/admin/settings/tags' },
  { key: 's', label: 'Settings', path: '/admin/settings' },
]

export const placesOf = (role: string | undefined): readonly Place[] =>
  role === 'admin' ? adminPlaces : agentPlaces

/** The list to return to from a ticket that was not opened from one. */
export const listPathOf = (role: string | undefined): string =>
  role === 'admin' ? '/admin/tickets' : '/tickets/assigned'
