import type * as Auth from '@helpdesk/auth'
import { UiProvider } from '@helpdesk/ui'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { MISSING_CHUNK_TEXT } from '../app/missing-chunk'
import { LoginPage } from './LoginPage'

configure({ asyncUtilTimeout: 10_000 })

const signIn = () =>
  Promise.reject(Object.assign(new Error('Email not confirmed'), { code: 'email_not_confirmed' }))
vi.mock('../app/session', async (original) => ({
  ...(await original<typeof import('../app/session')>()),
  auth: async () => ({ ...(await vi.importActual<typeof Auth>('@helpdesk/auth')), signIn }),
}))
vi.mock('./NewLinkForm', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('keeps the login page when the chunk of the new link button is missing', async () => {
  const router = createMemoryRouter([{ path: '/', element: <LoginPage /> }])
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
  await userEvent.type(screen.getByLabelText('Email'), 'nora@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'Secret12')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText(MISSING_CHUNK_TEXT)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled()
})
