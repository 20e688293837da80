import { UiProvider } from '@helpdesk/ui'
import { MemoryRouter } from '@helpdesk/ui/router'
import { act, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bodyScript } from '../../build/static-login'
import { STATIC_LOGIN } from './early-input'
import { LoginPage } from './LoginPage'
import { renderLogin } from './static-login'

const commands = vi.hoisted(() => ({
  signIn: vi.fn(() => Promise.resolve()),
  signInWithProvider: vi.fn(() => Promise.resolve('https://github.example/authorize')),
}))
vi.mock('../app/session', async (original) => ({
  ...(await original<typeof import('../app/session')>()),
  auth: () => Promise.resolve(commands),
  preloadAuth: () => undefined,
}))

let root: Root
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

beforeEach(() => {
  vi.clearAllMocks()
  document.body.innerHTML = `<div id="root"><div id="${STATIC_LOGIN}">${renderLogin()}</div></div>`
  window.eval(bodyScript)
})
afterEach(() => act(() => root.unmount()))

/** Mounts the app, which replaces the static login page. */
function mountApp() {
  root = createRoot(document.getElementById('root') ?? document.body)
  act(() =>
    root.render(
      <StrictMode>
        <UiProvider>
          <MemoryRouter initialEntries={['/auth/login']}>
            <LoginPage />
          </MemoryRouter>
        </UiProvider>
      </StrictMode>,
    ),
  )
  expect(document.getElementById(STATIC_LOGIN)).toBeNull()
}

it('renders the same text as the app', () => {
  const before = document.getElementById('main')?.textContent
  mountApp()
  expect(document.getElementById('main')?.textContent).toBe(before)
  expect(email()).toHaveValue('')
})

it('keeps early input and focus', () => {
  email().value = 'bo@example.com'
  password().focus()
  password().value = 'Secr'
  mountApp()
  expect(email()).toHaveValue('bo@example.com')
  expect(password()).toHaveValue('Secr')
  expect(password()).toHaveFocus()
  expect(commands.signIn).not.toHaveBeenCalled()
})

it('replays an early submit', async () => {
  email().value = 'bo@example.com'
  password().value = 'Secret12'
  act(() => screen.getByRole('button', { name: 'Sign in' }).click())
  mountApp()
  await waitFor(() => expect(commands.signIn).toHaveBeenCalledTimes(1))
  expect(commands.signIn).toHaveBeenCalledWith({ email: 'bo@example.com', password: 'Secret12' })
})

it('replays an early click on a provider', async () => {
  act(() => screen.getByRole('button', { name: 'Continue with GitHub' }).click())
  mountApp()
  await waitFor(() => expect(commands.signInWithProvider).toHaveBeenCalledWith('github'))
})
