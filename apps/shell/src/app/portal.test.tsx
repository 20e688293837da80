import { authStateAtom, type AuthState, type Role } from '@helpdesk/auth'
import { UiProvider } from '@helpdesk/ui'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RemoteError } from '../remotes/errors'
import { createRemotePatcher } from '../remotes/patch-routes'
import { noteRemoteFailure, remotes } from '../remotes/remotes'
import { LAYOUT_ID, routes } from './routes'

const person = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', email: 'bo@example.com' }

function signedIn(role: Role): AuthState {
  return {
    user: person,
    session: { user: person },
    profile: { id: person.id, role, name: 'Bo' },
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
const byName = {
  'customer-portal': [page('/dashboard/customer', 'Welcome Back!'), page('/tickets/:id', 'customer ticket')],
  'agent-workspace': [page('/tickets/assigned', 'Mine'), page('/tickets/:id', 'agent ticket')],
  'admin-console': [page('/admin/dashboard', 'Admin Dashboard'), page('/tickets/:id', 'admin ticket')],
}

function open(path: string, state: AuthState) {
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
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(remotes, 'load').mockImplementation((name) =>
    Promise.resolve({ contractVersion: 1, routes: byName[name] }),
  )
})
afterEach(() => vi.restoreAllMocks())

describe('the portal', () => {
  it('asks a visitor to sign in, remembers the place and loads no remote', async () => {
    const router = open('/tickets/new?draft=1', signedOut)
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(router.state.location.state).toMatchObject({
      from: { pathname: '/tickets/new', search: '?draft=1' },
    })
    expect(remotes.load).not.toHaveBeenCalled()
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
  ])('leads a %s from %s to "%s"', async (role, path, heading) => {
    open(path, signedIn(role))
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    expect(screen.getByText('bo@example.com')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  it('shows an admin the admin ticket page also after a visit to the queues', async () => {
    const router = open('/tickets/assigned', signedIn('admin'))
    await screen.findByRole('heading', { name: 'Mine' })
    await router.navigate('/tickets/1')
    expect(await screen.findByRole('heading', { name: 'admin ticket' })).toBeVisible()
  })

  it('says inside the layout that a remote could not be loaded, and mounts it after Retry', async () => {
    const failure = new RemoteError('customer-portal', 'unreachable', 'down')
    const good = { contractVersion: 1, routes: byName['customer-portal'] }
    vi.spyOn(remotes, 'load')
      .mockRejectedValueOnce(failure)
      .mockRejectedValueOnce(failure)
      .mockResolvedValue(good)
    const retry = vi.spyOn(remotes, 'retry').mockRejectedValueOnce(failure).mockResolvedValue(good)
    open('/dashboard/customer', signedIn('customer'))
    expect(await screen.findByText('This part of the portal could not be loaded')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(retry).toHaveBeenCalledTimes(1))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    noteRemoteFailure('customer-portal', undefined)
  })

  it('moves the focus to the heading and names the document after a navigation', async () => {
    const router = open('/tickets/1', signedIn('customer'))
    await screen.findByRole('heading', { name: 'customer ticket' })
    await router.navigate('/dashboard/customer')
    const heading = await screen.findByRole('heading', { name: 'Welcome Back!' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(document.title).toBe('Welcome Back! · Helpdesk')
  })
})
