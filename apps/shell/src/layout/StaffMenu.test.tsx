import { authStateAtom, type AuthState } from '@helpdesk/auth'
import { UiProvider } from '@helpdesk/ui'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { expect, it } from 'vitest'
import { setRegistry } from '../remotes/registry-state'
import { declaredRegistry } from '../testing/registry'
import { StaffMenu } from './StaffMenu'

it.each([
  ['/dashboard/agent', 'Dashboard'],
  ['/dashboard/agent/unmatched', 'Unmatched email'],
])('marks one entry of both menus on %s', (path, label) => {
  getDefaultStore().set(
    authStateAtom,
    (state) => ({ ...state, profile: { id: 'a1', role: 'agent' } }) as AuthState,
  )
  setRegistry(declaredRegistry())
  const router = createMemoryRouter([{ path: '*', element: <StaffMenu /> }], { initialEntries: [path] })
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map(({ textContent }) => textContent)).toEqual([label])
})
