import { authStateAtom, DEFAULT_WORKSPACE, workspaceAtom, type AuthState } from '@helpdesk/auth'
import { UiProvider } from '@helpdesk/ui'
import { render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../app/portal-services'
import { LazySupportHelp } from './LazySupportHelp'

const store = getDefaultStore()
const remote = { entry: '/remoteEntry.js', version: '1.0.0' }
const asked: string[] = []

function backend(address: string | null) {
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    asked.push(new URL(String(input instanceof Request ? input.url : input)).pathname)
    return Promise.resolve(Response.json(address))
  })
  configure({
    supabase: { url: 'http://backend.test', publishableKey: 'public' },
    remotes: { 'customer-portal': remote, 'agent-workspace': remote, 'admin-console': remote },
  })
}
const open = () =>
  render(
    <UiProvider>
      <LazySupportHelp />
    </UiProvider>,
  )

beforeEach(() => {
  asked.length = 0
  store.set(workspaceAtom, DEFAULT_WORKSPACE)
  store.set(authStateAtom, (state): AuthState => ({ ...state, user: null, session: null, profile: null }))
})
afterEach(() => vi.unstubAllGlobals())

it('tells a visitor where help is to be had', async () => {
  backend('help@acme.example')
  open()
  const link = await screen.findByRole('link', { name: 'help@acme.example' })
  expect(link).toHaveAttribute('href', 'mailto:help@acme.example')
  expect(asked).toEqual(['/rest/v1/rpc/support_address'])
})

it('takes away an address that is no longer set, and shows nothing then', async () => {
  store.set(workspaceAtom, { ...DEFAULT_WORKSPACE, support_email: 'old@acme.example' })
  backend(null)
  open()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await vi.waitFor(() => expect(screen.queryByText(/Need help/)).toBeNull())
})

it('asks nobody for who is signed in', async () => {
  store.set(workspaceAtom, { ...DEFAULT_WORKSPACE, support_email: 'help@acme.example' })
  store.set(authStateAtom, (state) => ({ ...state, user: { id: 'u' } }) as unknown as AuthState)
  backend('other@acme.example')
  open()
  expect(await screen.findByRole('link', { name: 'help@acme.example' })).toBeVisible()
  expect(asked).toEqual([])
})
