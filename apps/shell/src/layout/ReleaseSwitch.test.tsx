import { authStateAtom, type AuthState } from '@helpdesk/auth'
import { QueryProvider } from '@helpdesk/supabase/query/QueryProvider'
import { useCommand } from '@helpdesk/ui/query'
import { createMemoryRouter, Outlet, RouterProvider } from '@helpdesk/ui/router'
import { portalOf, releaseOf } from '@helpdesk/remote-contract/testing'
import { parseRegistry } from '@helpdesk/remote-contract/registry'
import { act, render } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from '../app/missing-chunk'
import { setRegistry } from '../remotes/registry-state'
import { ReleaseSwitch } from './ReleaseSwitch'

const mounts = [{ path: '/tickets', roles: ['agent' as const] }]
const reports = [{ path: '/reports', roles: ['agent' as const] }]
const portal = (
  version: string,
  { disabled, console: other }: { disabled?: boolean; console?: string } = {},
) =>
  portalOf(
    releaseOf('agent-workspace', { version, mounts, disabled }),
    releaseOf('admin-console', { mounts: reports, ...(other && { version: other }) }),
  )
/** The version counts; the rest is for release checks. */
const shellOf = (version: string) => ({ shell: { version, contract: 1, offers: {} } })
const user = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', email: 'bo@example.com' }

/** A command that never ends. */
function Sending() {
  const { mutate } = useCommand({ mutationKey: ['send'], mutationFn: () => new Promise(() => undefined) })
  useEffect(() => mutate(undefined), [mutate])
  return null
}

function open({ sending = false } = {}) {
  const element = (
    <QueryProvider userId={user.id} expired={false}>
      <ReleaseSwitch />
      {sending && <Sending />}
      <Outlet />
    </QueryProvider>
  )
  const router = createMemoryRouter([{ element, children: [{ path: '*', element: null }] }], {
    initialEntries: ['/tickets'],
  })
  render(<RouterProvider router={router} />)
  return (to: string) => act(() => router.navigate(to))
}

const release = async (content: unknown) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(content)))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
}

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  setRegistry(parseRegistry(portal('1')))
  const profile = { id: user.id, role: 'agent', name: 'Bo' }
  const state = {
    user,
    session: { user },
    profile,
    isLoading: false,
    initialized: true,
    error: null,
    expired: false,
  }
  getDefaultStore().set(authStateAtom, state as unknown as AuthState)
  vi.spyOn(page, 'reload').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('loads the page anew with the next navigation after a release', async () => {
  const navigate = open()
  await release(portal('2'))
  expect(page.reload).not.toHaveBeenCalled()
  await navigate('/tickets?status=open')
  expect(page.reload).not.toHaveBeenCalled()
  await navigate('/reports')
  expect(page.reload).not.toHaveBeenCalled()
  await navigate('/tickets/1')
  expect(page.reload).toHaveBeenCalledTimes(1)
})

it('does so for a disabled remote, and once only', async () => {
  const navigate = open()
  await release(portal('1', { disabled: true }))
  await navigate('/tickets/1')
  await navigate('/tickets/2')
  expect(page.reload).toHaveBeenCalledTimes(1)
})

it('switches to a new shell with the next navigation to any path, once', async () => {
  setRegistry(parseRegistry({ ...portal('1'), ...shellOf('1') }))
  const navigate = open()
  await release({ ...portal('1'), ...shellOf('2') })
  expect(page.reload).not.toHaveBeenCalled()
  await navigate('/reports')
  expect(page.reload).toHaveBeenCalledTimes(1)
  await navigate('/tickets')
  expect(page.reload).toHaveBeenCalledTimes(1)
})

it('remembers each remote that it switched, also when a cache still serves their old registry', async () => {
  const navigate = open()
  await release(portal('2', { console: '2' }))
  await navigate('/tickets/1')
  await navigate('/reports')
  expect(page.reload).toHaveBeenCalledTimes(2)
  await navigate('/tickets/2')
  await navigate('/reports')
  expect(page.reload).toHaveBeenCalledTimes(2)
})

it('stays with the release when the new one waits for another shell', async () => {
  const navigate = open()
  const {
    remotes: { 'agent-workspace': current, ...others },
    ...rest
  } = portal('1')
  const ahead = { ...current, version: '2', contract: 99, previous: [current] }
  await release({ ...rest, remotes: { 'agent-workspace': ahead, ...others } })
  await navigate('/tickets/1')
  expect(page.reload).not.toHaveBeenCalled()
})

it('forgets an older look when a retry has read the registry since', async () => {
  const navigate = open()
  await release(portal('2'))
  act(() => setRegistry(parseRegistry(portal('3'))))
  await navigate('/tickets/1')
  expect(page.reload).not.toHaveBeenCalled()
})

it('stays with the release when nothing changed', async () => {
  const navigate = open()
  await release(portal('1'))
  await navigate('/tickets/1')
  expect(page.reload).not.toHaveBeenCalled()
})

it.each([
  ['invalid', 'oops'],
  ['without the remote', portalOf(releaseOf('admin-console'))],
])('goes on when the registry is %s', async (_what, content) => {
  const navigate = open()
  await release(content)
  await navigate('/tickets/1')
  expect(page.reload).not.toHaveBeenCalled()
})

it('waits while input is unsaved', async () => {
  const navigate = open()
  const ask = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', ask)
  await release(portal('2'))
  await navigate('/tickets/1')
  expect(page.reload).not.toHaveBeenCalled()
  removeEventListener('beforeunload', ask)
  await navigate('/tickets/2')
  expect(page.reload).toHaveBeenCalledTimes(1)
})

it('waits while a command is being sent', async () => {
  const navigate = open({ sending: true })
  await release(portal('2'))
  await navigate('/tickets/1')
  expect(page.reload).not.toHaveBeenCalled()
})
