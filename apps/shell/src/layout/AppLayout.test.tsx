import { authStateAtom, DEFAULT_WORKSPACE, workspaceAtom, type AuthState, type Role } from '@helpdesk/auth'
import { UiProvider } from '@helpdesk/ui'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { act, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, it, vi } from 'vitest'
import { usePageFocus } from '../app/page-focus'
import { remotes } from '../remotes/remotes'
import { AppLayout } from './AppLayout'

const store = getDefaultStore()
const setWorkspace = (changes: Partial<typeof DEFAULT_WORKSPACE>) =>
  act(() => store.set(workspaceAtom, { ...DEFAULT_WORKSPACE, ...changes }))

function Page() {
  usePageFocus()
  return <AppLayout />
}
function open(role: Role) {
  const user = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', email: 'bo@example.com' }
  store.set(authStateAtom, {
    user,
    session: { user },
    profile: { id: user.id, role, name: 'Bo' },
    isLoading: false,
    initialized: true,
    error: null,
    expired: false,
  } as unknown as AuthState)
  const children = [{ path: '*', element: <h1>My Tickets</h1> }]
  const router = createMemoryRouter([{ element: <Page />, children }], { initialEntries: ['/tickets'] })
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
}
const supportLink = () => screen.queryByRole('link', { name: /^Support/ })

beforeEach(() => {
  vi.spyOn(remotes, 'load').mockReturnValue(new Promise(() => undefined))
  setWorkspace({})
})

it('shows the product name and no support link by default', async () => {
  open('customer')
  expect(await screen.findByRole('link', { name: 'Helpdesk' })).toHaveAttribute('href', '/')
  expect(supportLink()).toBeNull()
  expect(document.title).toBe('My Tickets · Helpdesk')
})

it('shows a changed workspace name as text in header and title', async () => {
  open('customer')
  const name = '<img src=x onerror=alert(1)> & Co'
  setWorkspace({ workspace_name: name })
  expect(await screen.findByRole('link', { name })).toBeVisible()
  expect(document.querySelector('img[src=x]')).toBeNull()
  expect(document.title).toBe(`My Tickets · ${name}`)
})

it('links customers to the support address', () => {
  open('customer')
  setWorkspace({ support_email: 'help@acme.example' })
  expect(supportLink()).toHaveAttribute('href', 'mailto:help@acme.example')
  expect(supportLink()).toHaveAccessibleName('Support: help@acme.example')
})

it.each<Role>(['agent', 'admin'])('shows no support link to role %s', (role) => {
  open(role)
  setWorkspace({ support_email: 'help@acme.example' })
  expect(supportLink()).toBeNull()
})
