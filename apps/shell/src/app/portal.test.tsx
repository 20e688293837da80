import { authStateAtom, type AuthState, type Role } from '@helpdesk/auth'
import { UiProvider } from '@helpdesk/ui'
import type { RemoteName } from '@helpdesk/remote-contract'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import type { InitialEntry } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RemoteError } from '../remotes/errors'
import { createRemotePatcher } from '../remotes/patch-routes'
import { setRemoteFailure, remotes } from '../remotes/remotes'
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
    setRemoteFailure('customer-portal', undefined)
  })

  it.each<[Role, RemoteName, string]>([
    ['customer', 'customer-portal', 'customer ticket'],
    ['agent', 'agent-workspace', 'agent ticket'],
    ['admin', 'admin-console', 'admin ticket'],
  ])('shows a %s the page that was asked for after Retry', async (role, name, heading) => {
    const failure = new RemoteError(name, 'unreachable', 'down')
    const good = { contractVersion: 1, routes: byName[name] }
    let answer: () => Promise<typeof good> = () => Promise.reject(failure)
    vi.spyOn(remotes, 'load').mockImplementation(() => answer())
    vi.spyOn(remotes, 'retry').mockImplementation(() => (answer = () => Promise.resolve(good))())
    const router = open(
      { pathname: '/tickets/1', search: '?from=mail', hash: '#c2', state: 7 },
      signedIn(role),
    )
    const seen: string[] = []
    router.subscribe(({ location }) => seen.push(location.pathname))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    expect(router.state.location).toMatchObject({
      pathname: '/tickets/1',
      search: '?from=mail',
      hash: '#c2',
      state: 7,
    })
    expect(new Set(seen)).toEqual(new Set(['/tickets/1']))
    setRemoteFailure(name, undefined)
  })

  it('stays with a page that was opened while Retry was under way', async () => {
    const failure = new RemoteError('customer-portal', 'unreachable', 'down')
    const good = { contractVersion: 1, routes: byName['customer-portal'] }
    let answer: () => Promise<typeof good> = () => Promise.reject(failure)
    let back: () => void = () => undefined
    vi.spyOn(remotes, 'load').mockImplementation(() => answer())
    vi.spyOn(remotes, 'retry').mockImplementation(
      () => new Promise((resolve) => (back = () => ((answer = () => Promise.resolve(good)), resolve(good)))),
    )
    const router = open('/tickets/1', signedIn('customer'))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await router.navigate('/dashboard/customer')
    back()
    expect(await screen.findByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    await router.navigate(-1)
    expect(await screen.findByRole('heading', { name: 'customer ticket' })).toBeVisible()
    setRemoteFailure('customer-portal', undefined)
  })

  it('shows the page that was asked for once a profile that could not be read is there', async () => {
    const router = open('/tickets/1?from=mail', { ...signedIn('customer'), profile: null, error: 'Failed' })
    expect(await screen.findByText('You are signed in, but your profile could not be read.')).toBeVisible()
    act(() => getDefaultStore().set(authStateAtom, signedIn('customer')))
    expect(await screen.findByRole('heading', { name: 'customer ticket' })).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/tickets/1', search: '?from=mail' })
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
