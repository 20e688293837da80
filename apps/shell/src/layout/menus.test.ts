import { describe, expect, it } from 'vitest'
import { releaseOf } from '@helpdesk/remote-contract/testing'
import { declaredRegistry } from '../testing/registry'
import { activeEntry, menuOf, sidebarOf } from './menus'

const registry = declaredRegistry()

describe('menus', () => {
  it('default to the customer menu without a role', () =>
    expect(menuOf(registry, null)).toEqual(menuOf(registry, 'customer')))

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
  ] as const)('%s on %s: %s', (role, path, label) =>
    expect(activeEntry(menuOf(registry, role), path)?.label).toBe(label),
  )

  it('list the admin pages in the sidebar', () =>
    expect(sidebarOf(registry, 'admin', '/admin/users').map(({ to }) => to)).toEqual([
      '/admin/dashboard',
      '/admin/invites',
      '/admin/console',
      '/admin/reports',
      '/admin/audit',
      '/admin/health',
    ]))

  it.each([
    ['a page outside its section', 'admin', '/tickets/1'],
    ['another role', 'agent', '/admin/users'],
    ['no role', null, '/admin/users'],
  ] as const)('have no sidebar for %s', (_, role, path) =>
    expect(sidebarOf(registry, role, path)).toEqual([]),
  )

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
