import type { Role } from '@helpdesk/auth/model/roles'

/** The settings of a role; an unknown role gets the customer's. */
export const settingsPath = (role: Role | null): string =>
  role === 'admin' ? '/admin/settings' : role === 'agent' ? '/dashboard/agent/settings' : '/settings'
