import type { Place } from '../palette/command'

/** The page of saved views; without one it lists every ticket. */
export const VIEWS_PATH = '/dashboard/agent/views'

/** Where `g` and a letter lead. */
export const PLACES: readonly Place[] = [
  { key: 'd', label: 'Dashboard', path: '/dashboard/agent' },
  { key: 'a', label: 'My assigned tickets', path: '/tickets/assigned' },
  { key: 'u', label: 'Unassigned queue', path: '/tickets/unassigned' },
  { key: 'l', label: 'All tickets', path: `${VIEWS_PATH}?assigned=any` },
  { key: 'm', label: 'Macros', path: '/dashboard/agent/macros' },
  { key: 's', label: 'Settings', path: '/dashboard/agent/settings' },
]
