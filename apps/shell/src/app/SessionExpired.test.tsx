import { authStateAtom, getAuthState, initializeAuth, signIn } from '@helpdesk/auth'
import { startFakeBackend, type FakeBackend } from '@helpdesk/auth/testing/fake-backend'
import { authClient, loadData } from '@helpdesk/supabase'
import { UiProvider } from '@helpdesk/ui'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createRemotePatcher } from '../remotes/patch-routes'
import { remotes } from '../remotes/remotes'
import { declaredRegistry } from '../testing/registry'
import { configure } from './portal-services'
import { readReturnPath } from './return-path'
import { LAYOUT_ID, routes } from './routes'

const LIST = '/rest/v1/tickets'
const login = { email: 'bo@example.com', password: 'Secret12' }
const onMount = vi.fn()
let backend: FakeBackend

function Page() {
  return (
    <>
      <h1>New ticket</h1>
      <textarea aria-label="Description" ref={(element) => void (element && onMount())} />
      <button onClick={() => void send()}>Send</button>
    </>
  )
}
const send = async () => (await loadData()).from('tickets').insert({ subject: 'x' } as never)

beforeAll(async () => {
  backend = await startFakeBackend()
  backend.addUser(login)
  configure({ ...declaredRegistry(), supabase: { url: backend.url, publishableKey: 'public' } })
  await initializeAuth()
})
afterAll(async () => {
  await (await authClient()).dispose()
  await backend.stop()
})

beforeEach(async () => {
  onMount.mockReset()
  vi.spyOn(remotes, 'load').mockResolvedValue({
    contractVersion: 1,
    routes: [{ path: '/tickets/new', element: <Page /> }],
  })
  await signIn(login)
  const expiredBearer = `Bearer ${getAuthState().session?.access_token}`
  backend.override(LIST, ({ headers }) =>
    headers.authorization === expiredBearer
      ? { status: 401, body: { code: 'PGRST303', message: 'JWT expired' } }
      : { status: 201 },
  )
  backend.override('/auth/v1/token', ({ query }) =>
    query.get('grant_type') === 'refresh_token'
      ? { status: 400, body: { code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' } }
      : undefined,
  )
})
afterEach(() => vi.restoreAllMocks())

/** Types half a ticket and sends it with an expired session. */
async function expireSessionWhileTyping(provider?: string) {
  if (provider)
    getDefaultStore().set(authStateAtom, (state) => ({
      ...state,
      user: state.user && { ...state.user, app_metadata: { providers: [provider] } },
    }))
  const router = createMemoryRouter(routes, {
    initialEntries: ['/tickets/new?from=mail#files'],
    patchRoutesOnNavigation: createRemotePatcher(LAYOUT_ID),
  })
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
  await userEvent.type(await screen.findByLabelText('Description'), 'The printer on floor 2')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  return screen.findByRole('dialog', { name: 'Your session has expired' })
}
const password = () => screen.getByLabelText('Password')
const signInButton = () => screen.getByRole('button', { name: 'Sign in' })

it('asks for the password over the screen and keeps the input', async () => {
  const dialog = await expireSessionWhileTyping()
  expect(dialog).toHaveAttribute('open')
  expect(screen.getByLabelText('Email')).toHaveValue(login.email)
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly')
  await waitFor(() => expect(password()).toHaveFocus())
  expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull()

  await userEvent.click(signInButton())
  expect(await screen.findByText('Please enter your password')).toBeVisible()
  await userEvent.type(password(), 'wrong')
  await userEvent.click(signInButton())
  expect(await screen.findByText('Invalid email or password')).toBeVisible()

  await userEvent.clear(password())
  await userEvent.type(password(), `${login.password}{Enter}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Description')).toHaveValue('The printer on floor 2')
  expect(onMount).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus()
  await waitFor(() =>
    expect(backend.requestsTo(LIST).at(-1)?.headers.authorization).toContain(
      getAuthState().session?.access_token ?? 'none',
    ),
  )
})

it('stays open when Escape is pressed', async () => {
  const dialog = await expireSessionWhileTyping()
  const escape = new Event('cancel', { cancelable: true })
  act(() => void dialog.dispatchEvent(escape))
  expect(escape.defaultPrevented).toBe(true)
  // browsers close it on the second Escape nevertheless
  Object.assign(dialog, { open: false })
  act(() => void dialog.dispatchEvent(new Event('close')))
  expect(dialog).toHaveAttribute('open')
  expect(password()).toHaveFocus()
  await signIn(login)
})

it('offers the provider of the user and saves the path to return to', async () => {
  const dialog = await expireSessionWhileTyping('github')
  const github = within(dialog).getByRole('button', { name: 'Continue with GitHub' })
  await waitFor(() => expect(github).toHaveFocus())
  expect(within(dialog).queryByRole('button', { name: /Google/ })).toBeNull()
  expect(password()).toBeVisible()
  // jsdom logs that it cannot navigate
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await userEvent.click(github)
  await waitFor(() => expect(readReturnPath()).toBe('/tickets/new?from=mail#files'))
  await signIn(login)
})

it('closes the screen on Sign Out', async () => {
  const dialog = await expireSessionWhileTyping()
  await userEvent.click(
    [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Sign Out') ?? dialog,
  )
  await waitFor(() => expect(getAuthState()).toMatchObject({ user: null, expired: false }))
  await waitFor(() => expect(screen.queryByLabelText('Description')).toBeNull())
})
