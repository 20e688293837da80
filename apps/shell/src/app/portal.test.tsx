import { configureSupabase } from '@helpdesk/supabase/config'
import { authStateAtom, type AuthState, type Role } from '@helpdesk/auth'
import { UiProvider } from '@helpdesk/ui'
import type { RemoteName } from '@helpdesk/remote-contract'
import { parseRegistry, type Registry } from '@helpdesk/remote-contract/registry'
import { portalOf, releaseOf } from '@helpdesk/remote-contract/testing'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import type { InitialEntry, RouteObject } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RemoteError } from '../remotes/errors'
import { createRemotePatcher } from '../remotes/patch-routes'
import { setRegistry } from '../remotes/registry-state'
import { refreshRegistry, remotes, setRemoteFailure } from '../remotes/remotes'
import { declaredRegistry } from '../testing/registry'
import { loadSignedIn } from './load-signed-in'
import { LAYOUT_ID, routes } from './routes'

const user = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', email: 'bo@example.com' }

function signedIn(role: Role): AuthState {
  return {
    user,
    session: { user },
    profile: { id: user.id, role, name: 'Bo' },
    isLoading: false,
    initialized: true,
    error: null,
    expired: false,
  } as unknown as AuthState
}
const signedOut: AuthState = {
  user: null,
  session: null,
  profile: null,
  isLoading: false,
  initialized: true,
  error: null,
  expired: false,
}

const page = (path: string, text: string) => ({ path, element: <h1>{text}</h1> })
const byName: Record<RemoteName, RouteObject[]> = {
  'customer-portal': [page('/dashboard/customer', 'Welcome Back!'), page('/tickets/:id', 'customer ticket')],
  'agent-workspace': [page('/tickets/assigned', 'Mine'), page('/tickets/:id', 'agent ticket')],
  'admin-console': [
    {
      path: '/tickets/1042',
      element: <h1 data-title="#1042 Printer is offline">Printer is offline</h1>,
    },
    page('/admin/dashboard', 'Admin Dashboard'),
    page('/tickets/:id', 'admin ticket'),
  ],
}

function open(path: InitialEntry, state: AuthState) {
  getDefaultStore().set(authStateAtom, state)
  const router = createMemoryRouter(routes, {
    initialEntries: [path],
    patchRoutesOnNavigation: createRemotePatcher(LAYOUT_ID),
  })
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
  return router
}

vi.mock('./session', async (original) => ({
  ...(await original<typeof import('./session')>()),
  startSession: () => Promise.resolve(),
}))

beforeEach(() => {
  setRegistry(declaredRegistry())
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(remotes, 'load').mockImplementation((name) =>
    Promise.resolve({ contractVersion: 1, routes: byName[name] ?? [] }),
  )
})
afterEach(() => vi.restoreAllMocks())

// the first import takes longer than a query of the screen waits
beforeAll(async () => {
  configureSupabase({ url: 'http://backend.test', publishableKey: 'key' })
  await loadSignedIn()
})

describe('the portal', () => {
  it('redirects a visitor to sign in, remembers the path and loads no remote', async () => {
    const router = open('/tickets/new?draft=1', signedOut)
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(router.state.location.state).toMatchObject({
      from: { pathname: '/tickets/new', search: '?draft=1' },
    })
    expect(remotes.load).not.toHaveBeenCalled()
  })

  it('remembers a path of a remote that the shell does not know', async () => {
    const mounts = [{ path: '/knowledge-base', roles: ['customer' as const] }]
    setRegistry(parseRegistry(portalOf(releaseOf('knowledge-base', { mounts }))))
    const router = open('/knowledge-base/articles?page=2#end', signedOut)
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(router.state.location.state).toMatchObject({
      from: { pathname: '/knowledge-base/articles', search: '?page=2', hash: '#end' },
    })
  })

  it('does not remember a path that no remote has', async () => {
    const router = open('/no/such/path', signedOut)
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(router.state.location.state).toBeNull()
  })

  it.each<[Role, string, string]>([
    ['customer', '/dashboard', 'Welcome Back!'],
    ['customer', '/', 'Welcome Back!'],
    ['customer', '/no/such/path', 'Welcome Back!'],
    ['customer', '/tickets/a/b/c', 'Welcome Back!'],
    ['customer', '/admin/users', 'Welcome Back!'],
    ['customer', '/tickets/1', 'customer ticket'],
    ['agent', '/dashboard/agent/tickets', 'Mine'],
    ['admin', '/admin', 'Admin Dashboard'],
    ['admin', '/dashboard/admin', 'Admin Dashboard'],
    ['admin', '/tickets/assigned', 'Mine'],
  ])('redirects role %s from %s to "%s"', async (role, path, heading) => {
    open(path, signedIn(role))
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    expect(screen.getByText('bo@example.com')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  it('opens the admin ticket page for an admin who visited the queues', async () => {
    const router = open('/tickets/assigned', signedIn('admin'))
    await screen.findByRole('heading', { name: 'Mine' })
    await router.navigate('/tickets/1')
    expect(await screen.findByRole('heading', { name: 'admin ticket' })).toBeVisible()
  })

  it('reports a failed remote inside the layout and mounts it after Retry', async () => {
    const failure = new RemoteError('customer-portal', 'unreachable', 'down')
    const module = { contractVersion: 1, routes: byName['customer-portal'] ?? [] }
    vi.spyOn(remotes, 'load')
      .mockRejectedValueOnce(failure)
      .mockRejectedValueOnce(failure)
      .mockResolvedValue(module)
    const retry = vi.spyOn(remotes, 'retry').mockRejectedValueOnce(failure).mockResolvedValue(module)
    open('/dashboard/customer', signedIn('customer'))
    expect(await screen.findByText('This part of the portal could not be loaded')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(retry).toHaveBeenCalledTimes(1))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    setRemoteFailure('customer-portal', undefined)
  })

  it('leads a visitor from an unknown path to the login page', async () => {
    open('/no/such/path', signedOut)
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  it.each<[string, Partial<Registry>]>([
    ['missing', {}],
    [
      'broken',
      {
        broken: {
          'customer-portal': { reason: 'entry', mounts: [{ path: '/tickets', roles: ['customer'] }] },
        },
      },
    ],
  ])(
    'keeps menu and Sign Out when the only remote of a role is %s, and opens it once it is listed',
    async (_, change) => {
      const registry = declaredRegistry()
      const others = Object.entries(registry.remotes).filter(([name]) => name !== 'customer-portal')
      setRegistry({ remotes: Object.fromEntries(others), broken: {}, ...change })
      vi.mocked(remotes.load).mockRejectedValueOnce(
        new RemoteError('customer-portal', 'unreachable', 'broken'),
      )
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json(registry)))
      vi.spyOn(remotes, 'retry').mockImplementation(() =>
        refreshRegistry().then(() => remotes.load('customer-portal')),
      )
      open('/tickets/1', signedIn('customer'))
      expect(await screen.findByText('This part of the portal could not be loaded')).toBeVisible()
      expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
      expect(screen.queryByRole('link', { name: 'My Tickets' })).toBeNull()
      if (!change.broken)
        vi.mocked(remotes.load).mockResolvedValue({
          contractVersion: 1,
          routes: byName['customer-portal'] ?? [],
        })
      await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
      expect(await screen.findByRole('heading', { name: 'customer ticket' })).toBeVisible()
      expect(screen.getByRole('link', { name: 'My Tickets' })).toBeVisible()
      setRemoteFailure('customer-portal', undefined)
      vi.unstubAllGlobals()
    },
  )

  it.each<[Role, RemoteName, string]>([
    ['customer', 'customer-portal', 'customer ticket'],
    ['agent', 'agent-workspace', 'agent ticket'],
    ['admin', 'admin-console', 'admin ticket'],
  ])('opens the requested page for role %s after Retry', async (role, name, heading) => {
    const failure = new RemoteError(name, 'unreachable', 'down')
    const module = { contractVersion: 1, routes: byName[name] ?? [] }
    let answer: () => Promise<typeof module> = () => Promise.reject(failure)
    vi.spyOn(remotes, 'load').mockImplementation(() => answer())
    vi.spyOn(remotes, 'retry').mockImplementation(() => (answer = () => Promise.resolve(module))())
    const router = open(
      { pathname: '/tickets/1', search: '?from=mail', hash: '#c2', state: 7 },
      signedIn(role),
    )
    const visited: string[] = []
    router.subscribe(({ location }) => visited.push(location.pathname))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    expect(router.state.location).toMatchObject({
      pathname: '/tickets/1',
      search: '?from=mail',
      hash: '#c2',
      state: 7,
    })
    expect(new Set(visited)).toEqual(new Set(['/tickets/1']))
    setRemoteFailure(name, undefined)
  })

  it('keeps a page that was opened during Retry', async () => {
    const failure = new RemoteError('customer-portal', 'unreachable', 'down')
    const module = { contractVersion: 1, routes: byName['customer-portal'] ?? [] }
    let answer: () => Promise<typeof module> = () => Promise.reject(failure)
    let finishRetry: () => void = () => undefined
    vi.spyOn(remotes, 'load').mockImplementation(() => answer())
    vi.spyOn(remotes, 'retry').mockImplementation(
      () =>
        new Promise(
          (resolve) => (finishRetry = () => ((answer = () => Promise.resolve(module)), resolve(module))),
        ),
    )
    const router = open('/tickets/1', signedIn('customer'))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await router.navigate('/dashboard/customer')
    finishRetry()
    expect(await screen.findByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    await router.navigate(-1)
    expect(await screen.findByRole('heading', { name: 'customer ticket' })).toBeVisible()
    setRemoteFailure('customer-portal', undefined)
  })

  it('opens the requested page once a missing profile is loaded', async () => {
    const router = open('/tickets/1?from=mail', { ...signedIn('customer'), profile: null, error: 'Failed' })
    expect(await screen.findByText('You are signed in, but your profile could not be loaded.')).toBeVisible()
    act(() => getDefaultStore().set(authStateAtom, signedIn('customer')))
    expect(await screen.findByRole('heading', { name: 'customer ticket' })).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/tickets/1', search: '?from=mail' })
  })

  it('focuses the heading and sets the document title after a navigation', async () => {
    const router = open('/tickets/1', signedIn('customer'))
    await screen.findByRole('heading', { name: 'customer ticket' })
    await router.navigate('/dashboard/customer')
    const heading = await screen.findByRole('heading', { name: 'Welcome Back!' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(document.title).toBe('Welcome Back! · Helpdesk')
  })

  it('puts the number of a ticket into the document title', async () => {
    open('/tickets/1042', signedIn('admin'))
    await screen.findByRole('heading', { name: 'Printer is offline' })
    await waitFor(() => expect(document.title).toBe('#1042 Printer is offline · Helpdesk'))
  })
})
