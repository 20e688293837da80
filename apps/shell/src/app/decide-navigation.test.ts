import { describe, expect, it } from 'vitest'
import { decideNavigation, rememberedPath, type Visit } from './decide-navigation'

const visit = (path: string, overrides: Partial<Visit> = {}): Visit => ({
  path,
  search: '',
  phase: 'signed-out',
  role: null,
  recovering: false,
  ...overrides,
})
const customer = { phase: 'signed-in', role: 'customer' } as const

describe('decideNavigation', () => {
  it.each(['/tickets', '/tickets/', '/settings', '/admin/users', '/dashboard'])(
    'redirects a visitor of %s to sign in and remembers the path',
    (path) =>
      expect(decideNavigation(visit(path))).toEqual({ kind: 'redirect', to: '/auth/login', remember: true }),
  )
  it.each(['not-initialized', 'loading'] as const)('waits while the session is %s', (phase) => {
    expect(decideNavigation(visit('/tickets', { phase }))).toEqual({ kind: 'wait' })
    expect(decideNavigation(visit('/auth/login', { phase }))).toEqual({ kind: 'wait' })
  })
  it.each(['/auth/login', '/auth/signup', '/auth/reset-password'])(
    'redirects a signed-in customer from %s to the dashboard',
    (path) => {
      expect(decideNavigation(visit(path, customer))).toMatchObject({
        kind: 'redirect',
        to: '/dashboard/customer',
      })
    },
  )
  it('redirects the wrong role to its own dashboard', () => {
    const decision = { kind: 'redirect', to: '/dashboard/customer', remember: false }
    expect(decideNavigation(visit('/admin/users', customer))).toEqual(decision)
    expect(decideNavigation(visit('/tickets/assigned', customer))).toEqual(decision)
  })
  it('shows a reset link to visitors and to signed-in users', () => {
    const reset = { ...customer, search: '?code=abc' }
    expect(decideNavigation(visit('/auth/reset-password', reset))).toEqual({ kind: 'show' })
    expect(decideNavigation(visit('/auth/reset-password/', reset))).toEqual({ kind: 'show' })
    expect(decideNavigation(visit('/auth/reset-password', { search: '?error=access_denied' }))).toEqual({
      kind: 'show',
    })
    expect(decideNavigation(visit('/auth/reset-password', { ...customer, recovering: true }))).toEqual({
      kind: 'show',
    })
    expect(decideNavigation(visit('/auth/login', reset))).toMatchObject({ kind: 'redirect' })
  })
  it('redirects a sign-in error on the start page to the callback page', () => {
    const search = '?error=invalid_request&error_code=bad_oauth_state'
    for (const session of [{}, customer])
      expect(decideNavigation(visit('/', { ...session, search }))).toMatchObject({
        to: `/auth/callback${search}`,
      })
    expect(decideNavigation(visit('/', { ...customer, search: '?q=error' }))).toMatchObject({
      to: '/dashboard/customer',
    })
  })
  it('shows the profile error to a user without a profile', () => {
    expect(decideNavigation(visit('/tickets', { phase: 'signed-in' }))).toEqual({ kind: 'no-profile' })
  })
})

describe('rememberedPath', () => {
  it('joins pathname, search and hash', () => {
    expect(rememberedPath({ from: { pathname: '/tickets', search: '?q=a', hash: '#x' } })).toBe(
      '/tickets?q=a#x',
    )
    expect(rememberedPath({ from: { pathname: '/tickets/new' } })).toBe('/tickets/new')
  })
  it.each([
    null,
    undefined,
    'x',
    {},
    { from: null },
    { from: '/x' },
    { from: {} },
    { from: { pathname: '//evil.example' } },
    { from: { pathname: 7 } },
  ])('returns null for %j', (state) => expect(rememberedPath(state)).toBeNull())
})
