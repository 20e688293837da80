import type { Role } from '@helpdesk/auth/model/roles'

export interface MenuEntry {
  to: string
  label: string
}

const MENUS: Record<Role, readonly MenuEntry[]> = {
  customer: [
    { to: '/dashboard', label: 'Dashboard' },
    { to: '/tickets', label: 'My Tickets' },
    { to: '/settings', label: 'Settings' },
  ],
  agent: [
    { to: '/dashboard/agent', label: 'Dashboard' },
    { to: '/dashboard/agent/tickets', label: 'Tickets' },
    { to: '/dashboard/agent/settings', label: 'Settings' },
  ],
  admin: [
    { to: '/admin/dashboard', label: 'Dashboard' },
    { to: '/admin/tickets', label: 'All Tickets' },
    { to: '/admin/users', label: 'Users' },
    { to: '/admin/settings', label: 'Settings' },
  ],
}

/** The sidebar of the admin pages. */
export const ADMIN_SIDEBAR: readonly MenuEntry[] = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/invites', label: 'Invites' },
  { to: '/admin/console', label: 'AI Console' },
  { to: '/admin/reports', label: 'Reports' },
  { to: '/admin/audit', label: 'Audit log' },
]

/** The menu of a role; an unknown role gets the customer's. */
export function menuOf(role: Role | null): readonly MenuEntry[] {
  return MENUS[role ?? 'customer']
}

/** Other paths of the screen that a menu path opens. */
const SAME_SCREEN: Record<string, readonly string[]> = {
  '/dashboard': ['/dashboard/customer'],
  // a ticket's page counts as part of the list
  '/dashboard/agent/tickets': ['/tickets', '/dashboard/agent/views'],
  '/dashboard/agent/settings': ['/dashboard/agent/macros'],
  '/admin/tickets': ['/tickets'],
}

/** The entry of a menu that a path belongs to: the longest that the path starts with. */
export function activeEntry(menu: readonly MenuEntry[], path: string): MenuEntry | undefined {
  const matches = (to: string) => path === to || path.startsWith(`${to}/`)
  return menu
    .filter(({ to }) => matches(to) || SAME_SCREEN[to]?.some(matches))
    .sort((a, b) => b.to.length - a.to.length)[0]
}
