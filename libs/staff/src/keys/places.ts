import type { Place } from '../palette/command'
import * as texts from './texts'

/** The page of saved views; without a view it lists all tickets. */
export const VIEWS_PATH = '/dashboard/agent/views'

/** The form for a ticket of a customer who called. */
export const NEW_TICKET_PATH = '/tickets/new-for'

/** The key of the list of all tickets, which each role has. */
export const ALL_TICKETS_KEY = 'l'

const queues: readonly Place[] = [
  { key: 'a', label: texts.myAssignedTickets, path: '/tickets/assigned' },
  { key: 'z', label: texts.mySnoozed, path: '/tickets/assigned?snoozed=yes&sort=snoozed' },
  { key: 'u', label: texts.unassignedQueue, path: '/tickets/unassigned' },
]

/** Pages of agents, reached by `g` and a letter. */
const agentPlaces: readonly Place[] = [
  { key: 'd', label: texts.dashboard, path: '/dashboard/agent' },
  ...queues,
  { key: 'l', label: texts.allTickets, path: `${VIEWS_PATH}?assigned=any` },
  { key: 'm', label: texts.macros, path: '/dashboard/agent/macros' },
  { key: 's', label: texts.settings, path: '/dashboard/agent/settings' },
]

/** Pages of admins. */
const adminPlaces: readonly Place[] = [
  { key: 'd', label: texts.dashboard, path: '/admin/dashboard' },
  ...queues,
  { key: 'l', label: texts.allTickets, path: '/admin/tickets' },
  { key: 'p', label: texts.users, path: '/admin/users' },
  { key: 'i', label: texts.invites, path: '/admin/invites' },
  { key: 'r', label: texts.reports, path: '/admin/reports' },
  { key: 'c', label: texts.aiConsole, path: '/admin/console' },
  { key: 'o', label: texts.auditLog, path: '/admin/audit' },
  { key: 'h', label: texts.health, path: '/admin/health' },
  { key: 'm', label: texts.macros, path: '/admin/settings/macros' },
  { key: 'w', label: texts.workspaceSettings, path: '/admin/settings/workspace' },
  { key: 't', label: texts.tags, path: '/admin/settings/tags' },
  { key: 's', label: texts.settings, path: '/admin/settings' },
]

export const placesOf = (role: string | undefined): readonly Place[] =>
  role === 'admin' ? adminPlaces : agentPlaces

/** The list to return to from a ticket that was not opened from one. */
export const listPathOf = (role: string | undefined): string =>
  role === 'admin' ? '/admin/tickets' : '/tickets/assigned'
