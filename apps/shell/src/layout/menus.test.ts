import { describe, expect, it } from 'vitest'
import { releaseOf } from '@helpdesk/remote-contract/testing'
import { declaredRegistry } from '../testing/registry'
import { activeEntry, menuOf } from './menus'

const registry = declaredRegistry()

describe('menus', () => {
  it('default to the customer menu without a role', () =>
    expect(menuOf(registry, null)).toEqual(menuOf(registry, 'customer')))

  it.each([
    ['customer', '/dashboard/customer', 'Dashboard'],
    ['customer', '/tickets/new', 'My Tickets'],
    ['agent', '/dashboard/agent', 'Dashboard'],
    ['agent', '/tickets/unassigned', 'Unassigned Queue'],
    ['agent', '/tickets/assigned', 'My Tickets'],
    ['admin', '/admin/tickets', 'All Tickets'],
    ['admin', '/tickets/assigned', 'My Tickets'],
    ['admin', '/tickets/unassigned', 'Unassigned Queue'],
  ] as const)('%s on %s: %s', (role, path, label) =>
    expect(activeEntry(menuOf(registry, role), path)?.label).toBe(label),
  )

  it.each([
    ['agent', '/dashboard/agent/settings', 'Settings'],
    ['agent', '/dashboard/agent/macros', 'Settings'],
    ['admin', '/admin/settings/tags', 'Settings'],
    ['admin', '/admin/users', 'Users'],
  ] as const)('%s on %s, below: %s', (role, path, label) =>
    expect(activeEntry(menuOf(registry, role, 'sidebar'), path)?.label).toBe(label),
  )

  it('list the pages for administration below those for tickets', () =>
    expect(menuOf(registry, 'admin', 'sidebar').map(({ label }) => label)).toEqual([
      'Users',
      'Invites',
      'Reports',
      'AI Console',
      'Audit log',
      'Health',
      'Settings',
    ]))

  it('show each path once', () => {
    for (const role of ['customer', 'agent', 'admin'] as const) {
      const paths = [...menuOf(registry, role), ...menuOf(registry, role, 'sidebar')].map(({ to }) => to)
      expect(new Set(paths).size).toBe(paths.length)
    }
  })

  it('join the entries of all remotes in their order', () => {
    const menus = [
      { role: 'customer' as const, menu: 'main' as const, to: '/kb', label: 'Help', order: 25 },
      { role: 'agent' as const, menu: 'main' as const, to: '/kb', label: 'Articles', order: 5 },
    ]
    const remotes = { 'knowledge-base': releaseOf('knowledge-base', { menus }), ...registry.remotes }
    const labels = menuOf({ remotes, broken: {} }, 'customer').map(({ label }) => label)
    expect(labels).toEqual(['Dashboard', 'My Tickets', 'Help', 'Settings'])
  })

  it('leave out a missing remote and a disabled one', () => {
    const disabled = { ...releaseOf('customer-portal', registry.remotes['customer-portal']), disabled: true }
    expect(menuOf({ remotes: {}, broken: {} }, 'customer')).toEqual([])
    expect(menuOf({ remotes: { 'customer-portal': disabled }, broken: {} }, 'customer')).toEqual([])
    expect(menuOf(null, 'customer')).toEqual([])
  })

  it('mark no entry on a page outside the menu', () =>
    expect(activeEntry(menuOf(registry, 'admin'), '/admin/console')).toBeUndefined())
})
