import type { Role } from '@helpdesk/auth'
import { describe, expect, it } from 'vitest'
import { remoteForPath } from './registry'

describe('remoteForPath', () => {
  it.each<[string, Role, string | null]>([
    ['/dashboard/customer', 'customer', 'customer-portal'],
    ['/tickets', 'customer', 'customer-portal'],
    ['/tickets/new', 'customer', 'customer-portal'],
    ['/settings', 'customer', 'customer-portal'],
    ['/dashboard/agent', 'agent', 'agent-workspace'],
    ['/tickets/assigned', 'agent', 'agent-workspace'],
    ['/tickets/unassigned', 'admin', 'agent-workspace'],
    ['/dashboard/agent/settings', 'admin', 'agent-workspace'],
    ['/admin/users', 'admin', 'admin-console'],
    ['/auth/login', 'admin', null],
    ['/', 'admin', null],
    ['/ticketsandmore', 'customer', null],
  ])('maps %s of role %s to %s', (path, role, remote) => expect(remoteForPath(path, role)).toBe(remote))

  it.each<[Role, string]>([
    ['customer', 'customer-portal'],
    ['agent', 'agent-workspace'],
    ['admin', 'admin-console'],
  ])('opens a ticket of role %s in %s', (role, remote) => {
    expect(remoteForPath('/tickets/3f2504e0-4f89-41d3-9a0c-0305e82c3301', role)).toBe(remote)
  })

  it('never selects a staff remote for a customer', () => {
    for (const path of [
      '/tickets/assigned',
      '/dashboard/agent',
      '/admin',
      '/admin/users',
      '/dashboard/admin',
    ])
      expect(remoteForPath(path, 'customer')).toBe('customer-portal')
  })
})
