import type { Role } from '@helpdesk/auth'
import { describe, expect, it } from 'vitest'
import { declaredRegistry } from '../testing/registry'
import { homeRemote, remoteForPath } from './registry'

const registry = declaredRegistry()

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
    ['/admin', 'customer', null],
    ['/settings', 'agent', null],
    ['/ticketsandmore', 'customer', null],
  ])('maps %s of role %s to %s', (path, role, remote) =>
    expect(remoteForPath(registry, path, role)).toBe(remote),
  )

  it.each<[Role, string]>([
    ['customer', 'customer-portal'],
    ['agent', 'agent-workspace'],
    ['admin', 'admin-console'],
  ])('opens a ticket of role %s in %s', (role, remote) => {
    expect(remoteForPath(registry, '/tickets/3f2504e0-4f89-41d3-9a0c-0305e82c3301', role)).toBe(remote)
  })

  it('never selects a staff remote for a customer', () => {
    for (const path of [
      '/tickets/assigned',
      '/dashboard/agent',
      '/admin',
      '/admin/users',
      '/dashboard/admin',
    ])
      expect(['customer-portal', null]).toContain(remoteForPath(registry, path, 'customer'))
  })

  it('keeps the paths of a broken remote with it', () => {
    const { 'agent-workspace': agent, ...remotes } = registry.remotes
    const broken = { 'agent-workspace': { reason: 'entry', mounts: agent?.mounts ?? [] } }
    expect(remoteForPath({ remotes, broken }, '/tickets/assigned', 'admin')).toBe('agent-workspace')
    expect(remoteForPath({ remotes, broken }, '/tickets/1', 'admin')).toBe('admin-console')
  })
})

describe('homeRemote', () => {
  it.each<[Role, string]>([
    ['customer', 'customer-portal'],
    ['agent', 'agent-workspace'],
    ['admin', 'admin-console'],
  ])('finds the dashboard of role %s in %s', (role, remote) => {
    expect(homeRemote(registry, role)).toBe(remote)
  })

  it('finds none when no remote has it', () =>
    expect(homeRemote({ remotes: {}, broken: {} }, 'agent')).toBeNull())
})
