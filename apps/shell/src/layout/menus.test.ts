import { describe, expect, it } from 'vitest'
import { activeEntry, ADMIN_SIDEBAR, menuOf } from './menus'

describe('menus', () => {
  it('default to the customer menu without a role', () => expect(menuOf(null)).toBe(menuOf('customer')))

  it.each([
    ['customer', '/dashboard/customer', 'Dashboard'],
    ['customer', '/tickets/new', 'My Tickets'],
    ['agent', '/dashboard/agent', 'Dashboard'],
    ['agent', '/dashboard/agent/settings', 'Settings'],
    ['agent', '/tickets/unassigned', 'Tickets'],
    ['agent', '/dashboard/agent/views', 'Tickets'],
    ['agent', '/tickets/00000000-0000-4000-8000-000000000000', 'Tickets'],
    ['agent', '/dashboard/agent/macros', 'Settings'],
    ['admin', '/admin/tickets', 'All Tickets'],
    ['admin', '/tickets/00000000-0000-4000-8000-000000000000', 'All Tickets'],
  ] as const)('mark for role %s on %s the entry %s', (role, path, label) =>
    expect(activeEntry(menuOf(role), path)?.label).toBe(label),
  )

  it('list the admin pages in the sidebar', () =>
    expect(ADMIN_SIDEBAR.map(({ to }) => to)).toEqual([
      '/admin/dashboard',
      '/admin/invites',
      '/admin/console',
      '/admin/reports',
      '/admin/audit',
    ]))

  it('mark no entry on a page outside the menu', () =>
    expect(activeEntry(menuOf('admin'), '/admin/console')).toBeUndefined())
})
