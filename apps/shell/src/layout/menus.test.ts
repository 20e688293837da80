import { describe, expect, it } from 'vitest'
import { activeEntry, menuOf } from './menus'

describe('menus', () => {
  it('gives an unknown role the customer menu', () => expect(menuOf(null)).toBe(menuOf('customer')))

  it.each([
    ['customer', '/dashboard/customer', 'Dashboard'],
    ['customer', '/tickets/new', 'My Tickets'],
    ['agent', '/dashboard/agent', 'Dashboard'],
    ['agent', '/dashboard/agent/settings', 'Settings'],
    ['agent', '/tickets/unassigned', 'Tickets'],
    ['admin', '/admin/tickets', 'All Tickets'],
  ] as const)('%s on %s: %s', (role, path, label) =>
    expect(activeEntry(menuOf(role), path)?.label).toBe(label),
  )

  it('marks nothing on a page outside the menu', () =>
    expect(activeEntry(menuOf('admin'), '/admin/console')).toBeUndefined())
})
