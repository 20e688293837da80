import type { Place } from '../palette/command'

/** The page of saved views; without a view it lists all tickets. */
export const VIEWS_PATH = '/dashboard/agent/views'

/** Pages reached by `g` and a letter. */
export const PLACES: readonly Place[] = [
  { key: 'd', label: 'Dashboard', path: '/dashboard/agent' },
  { key: 'a', label: 'My assigned tickets', path: '/tickets/assigned' },
  { key: 'u', label: 'Unassigned queue', path: '/tickets/unassigned' },
  { key: 'l', label: 'All tickets', path: `${VIEWS_PATH}?assigned=any` },
  { key: 'm', label: 'Macros', path: '/dashboard/agent/macros' },
  { key: 's', label: 'Settings', path: '/dashboard/agent/settings' },
]
