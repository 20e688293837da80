import { authStateAtom, DEFAULT_WORKSPACE, workspaceAtom, type AuthState } from '@helpdesk/auth'
import { UiProvider } from '@helpdesk/ui'
import { render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../app/portal-services'
import { LazySupportHelp } from './LazySupportHelp'

const store = getDefaultStore()
const requested: string[] = []

function backend(address: string | null) {
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    requested.push(new URL(String(input instanceof Request ? input.url : input)).pathname)
    return Promise.resolve(Response.json(address))
  })
  configure({
    supabase: { url: 'http://backend.test', publishableKey: 'public' },
    remotes: {},
    broken: {},
  })
}
const open = () =>
  render(
    <UiProvider>
      <LazySupportHelp />
    </UiProvider>,
  )

beforeEach(() => {
  requested.length = 0
  store.set(workspaceAtom, DEFAULT_WORKSPACE)
  store.set(authStateAtom, (state): AuthState => ({ ...state, user: null, session: null, profile: null }))
})
afterEach(() => vi.unstubAllGlobals())

it('shows the support address to a visitor', async () => {
  backend('help@acme.example')
  open()
  const link = await screen.findByRole('link', { name: 'help@acme.example' })
  expect(link).toHaveAttribute('href', 'mailto:help@acme.example')
  expect(requested).toEqual(['/rest/v1/rpc/support_address'])
})

it('removes an address that is no longer set', async () => {
  store.set(workspaceAtom, { ...DEFAULT_WORKSPACE, support_email: 'old@acme.example' })
  backend(null)
  open()
  await vi.waitFor(() => expect(requested).toHaveLength(1))
  await vi.waitFor(() => expect(screen.queryByText(/Need help/)).toBeNull())
})

it('sends no request for a signed-in user', async () => {
  store.set(workspaceAtom, { ...DEFAULT_WORKSPACE, support_email: 'help@acme.example' })
  store.set(authStateAtom, (state) => ({ ...state, user: { id: 'u' } }) as unknown as AuthState)
  backend('other@acme.example')
  open()
  expect(await screen.findByRole('link', { name: 'help@acme.example' })).toBeVisible()
  expect(requested).toEqual([])
})
