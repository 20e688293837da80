import { describe, expect, it } from 'vitest'
import { guardRoute } from './guard'
import { ROLES, type Role } from './roles'
import { dashboardForRole, homeForRole, isRoleAllowed } from './routes'

const id = '/tickets/3f2504e0-4f89-41d3-9a0c-0305e82c3301'

describe('access by role (specification section 2.1)', () => {
  it.each<[string, readonly Role[]]>([
    ['/dashboard/customer', ['customer']],
    ['/tickets', ['customer']],
    ['/tickets/', ['customer']],
    ['/tickets/new', ['customer']],
    ['/settings', ['customer']],
    [id, ['customer', 'agent', 'admin']],
    ['/dashboard', ['customer', 'agent', 'admin']],
    ['/dashboard/agent', ['agent', 'admin']],
    ['/dashboard/agent/tickets', ['agent', 'admin']],
    ['/dashboard/agent/settings', ['agent', 'admin']],
    ['/tickets/assigned', ['agent', 'admin']],
    ['/tickets/unassigned', ['agent', 'admin']],
    ['/dashboard/admin', ['admin']],
    ['/admin', ['admin']],
    ['/admin/dashboard', ['admin']],
    ['/admin/invites', ['admin']],
    ['/admin/console', ['admin']],
    ['/admin/tickets', ['admin']],
    ['/admin/users', ['admin']],
    ['/admin/settings', ['admin']],
    ['/admin/reports', ['admin']],
    ['/auth/invite', ['customer', 'agent', 'admin']],
  ])('%s is open to %j', (path, allowed) => {
    expect(ROLES.filter((role) => isRoleAllowed(path, role))).toEqual(allowed)
    expect(isRoleAllowed(path, null)).toBe(false)
    expect(guardRoute(path, { phase: 'signed-out', role: null })).toEqual({
      kind: 'redirect',
      to: '/auth/login',
      remember: true,
    })
    for (const role of ROLES) {
      const decision = guardRoute(path, { phase: 'signed-in', role })
      const dashboard = { kind: 'redirect', to: `/dashboard/${role}`, remember: false }
      expect(decision).toEqual(allowed.includes(role) ? { kind: 'show' } : dashboard)
    }
    expect(guardRoute(path, { phase: 'loading', role: null })).toEqual({ kind: 'wait' })
    expect(guardRoute(path, { phase: 'not-initialized', role: null })).toEqual({ kind: 'wait' })
    expect(guardRoute(path, { phase: 'signed-in', role: null })).toEqual({ kind: 'no-profile' })
  })

  it('/administration is not an admin page', () => {
    expect(isRoleAllowed('/administration', 'customer')).toBe(true)
  })
})

describe('start pages', () => {
  it.each([
    ['admin', '/admin/dashboard'],
    ['agent', '/dashboard/agent'],
    ['customer', '/dashboard/customer'],
    [null, '/dashboard/customer'],
    [undefined, '/dashboard/customer'],
  ] as const)('%s is redirected to %s', (role, home) => expect(homeForRole(role)).toBe(home))

  it('dashboardForRole returns /dashboard/{role}', () => {
    expect(dashboardForRole('admin')).toBe('/dashboard/admin')
    expect(dashboardForRole(null)).toBe('/dashboard/customer')
  })

  it('the root redirects by role, and to sign-in without user or profile', () => {
    const to = (role: Role | null, phase: 'signed-in' | 'signed-out') => guardRoute('/', { phase, role })
    expect(to('agent', 'signed-in')).toMatchObject({ to: '/dashboard/agent' })
    expect(to('admin', 'signed-in')).toMatchObject({ to: '/admin/dashboard' })
    expect(to(null, 'signed-in')).toMatchObject({ to: '/auth/login' })
    expect(to(null, 'signed-out')).toMatchObject({ to: '/auth/login', remember: false })
    expect(guardRoute('/', { phase: 'loading', role: null })).toEqual({ kind: 'wait' })
  })
})

describe('auth screens', () => {
  it.each(['/auth/login', '/auth/signup', '/auth/reset-password'])('%s is shown to visitors only', (path) => {
    expect(guardRoute(path, { phase: 'signed-out', role: null })).toEqual({ kind: 'show' })
    expect(guardRoute(path, { phase: 'signed-in', role: 'agent' })).toMatchObject({ to: '/dashboard/agent' })
    expect(guardRoute(path, { phase: 'signed-in', role: null })).toMatchObject({ to: '/dashboard/customer' })
  })
  it('the reset page is shown to a user who is recovering, the login page is not', () => {
    const signedIn = { phase: 'signed-in', role: 'agent', recovering: true } as const
    expect(guardRoute('/auth/reset-password', signedIn)).toEqual({ kind: 'show' })
    expect(guardRoute('/auth/login', signedIn)).toMatchObject({ to: '/dashboard/agent' })
  })
  it('the callback is shown in every phase and role', () => {
    expect(guardRoute('/auth/callback', { phase: 'loading', role: null })).toEqual({ kind: 'show' })
    expect(guardRoute('/auth/callback', { phase: 'signed-in', role: 'admin' })).toEqual({ kind: 'show' })
  })
})

describe('a session without a profile causes no redirect loop', () => {
  it.each(['/', '/auth/login', '/dashboard/customer', '/admin', id])('from %s', (start) => {
    let path = start
    for (let hop = 0; hop < 5; hop += 1) {
      const decision = guardRoute(path, { phase: 'signed-in', role: null })
      if (decision.kind !== 'redirect') {
        expect(decision.kind).toBe('no-profile')
        return
      }
      path = decision.to
    }
    expect.fail(`still redirecting from ${start}`)
  })
})
