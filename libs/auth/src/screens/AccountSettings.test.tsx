// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { authClient, configureSupabase } from '@helpdesk/supabase'
import { colorModeAtom, formatTime, UiProvider } from '@helpdesk/ui'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn } from '../api/sign-in'
import { signOut } from '../api/sign-out'
import { initializeAuth } from '../session/initialize-auth'
import { startFakeBackend, type FakeBackend, type FakeUser } from '../testing/fake-backend'
import { AccountSettings } from './AccountSettings'

const PROFILES = '/rest/v1/profiles'
const SESSIONS = '/rest/v1/rpc/list_my_sessions'
const login = { email: 'bo@example.com', password: 'Secret12' }
const store = getDefaultStore()
const forbidden = { status: 400, body: { code: 'P0001', message: 'Not yours', details: null, hint: null } }
const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
const createdAt = '2026-01-05T10:00:00+00:00'
const session = (id: string, over: object = {}) => ({
  id,
  created_at: createdAt,
  last_active_at: createdAt,
  user_agent: chrome,
  ip: '203.0.113.7',
  is_current: false,
  ...over,
})
let backend: FakeBackend
let user: FakeUser

configure({ asyncUtilTimeout: 5_000 })
beforeAll(async () => {
  backend = await startFakeBackend()
  user = backend.addUser({ ...login, name: 'Bo Derek' })
  configureSupabase({ url: backend.url, publishableKey: 'public' })
  await initializeAuth()
})
afterAll(async () => {
  await (await authClient()).dispose()
  await backend.stop()
})
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  Object.assign(user, { password: login.password })
  backend.profiles.set(user.id, {
    ...backend.profiles.get(user.id),
    name: 'Bo Derek',
    role: 'customer',
    preferences: {},
  })
  backend.override(SESSIONS, () => ({
    status: 200,
    body: [session('here', { is_current: true }), session('phone', { user_agent: phone }), session('old')],
  }))
  await signIn(login)
})
afterEach(async () => {
  cleanup()
  backend.restore(PROFILES)
  backend.restore('/auth/v1/user')
  await act(() => signOut())
  store.set(colorModeAtom, 'system')
  vi.restoreAllMocks()
})

const open = () =>
  render(
    <UiProvider>
      <AccountSettings />
    </UiProvider>,
  )
const section = (name: string) => within(screen.getByRole('region', { name }))
const patches = () => backend.requestsTo(PROFILES).filter(({ method }) => method === 'PATCH')
const rejectWrites = () =>
  backend.override(PROFILES, ({ method }) => (method === 'PATCH' ? forbidden : undefined))

describe('the name', () => {
  const name = () => screen.getByLabelText(/Full Name/)
  const save = () => section('Profile').getByRole('button', { name: 'Save changes' })

  it('is validated by the rules of sign-up before the request', async () => {
    open()
    const before = patches().length
    await userEvent.clear(name())
    await userEvent.type(name(), ' ab ')
    await userEvent.click(save())
    expect(await screen.findByText('Full name must be at least 3 characters')).toBeVisible()
    expect(name()).toHaveFocus()
    expect(patches()).toHaveLength(before)
  })

  it('is saved trimmed and confirmed', async () => {
    open()
    expect(save()).toBeDisabled()
    await userEvent.type(name(), ' Junior ')
    await userEvent.click(save())
    expect(await screen.findByText('Your name has been saved.')).toBeVisible()
    expect(patches().at(-1)?.body).toEqual({ name: 'Bo Derek Junior' })
    expect(name()).toHaveValue('Bo Derek Junior')
    expect(save()).toBeDisabled()
  })

  it('stays in the field after a failed save', async () => {
    rejectWrites()
    open()
    await userEvent.type(name(), ' Junior{Enter}')
    expect(await section('Profile').findByText('Failed to update profile')).toBeVisible()
    expect(name()).toHaveValue('Bo Derek Junior')
  })
})

describe('the password', () => {
  const fill = async (password: string, confirmation = password) => {
    await userEvent.type(screen.getByLabelText('New Password'), password)
    await userEvent.type(screen.getByLabelText('Confirm Password'), `${confirmation}{Enter}`)
  }

  it.each([
    ['short', 'short', 'Password must be at least 8 characters'],
    [
      'alllowercase1',
      'alllowercase1',
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    ['Better34', 'Better35', "Passwords don't match"],
  ])('%s with confirmation %s is rejected: %s', async (password, confirmation, text) => {
    open()
    await fill(password, confirmation)
    expect(await screen.findByText(text)).toBeVisible()
    expect(user.password).toBe(login.password)
  })

  it('is changed, and the fields are cleared', async () => {
    open()
    await fill('Better34')
    expect(await screen.findByText(/Password changed/)).toBeVisible()
    expect(user.password).toBe('Better34')
    expect(screen.getByLabelText('New Password')).toHaveValue('')
    expect(screen.getByLabelText('Confirm Password')).toHaveValue('')
  })

  it("shows the server's reasons at the field", async () => {
    backend.override('/auth/v1/user', () => ({
      status: 422,
      body: { code: 'weak_password', msg: 'weak', weak_password: { reasons: ['pwned'] } },
    }))
    open()
    await fill('Better34')
    const field = screen.getByLabelText('New Password')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/known from a data leak/))
    expect(field).toHaveFocus()
    expect(field).toHaveValue('Better34')
  })
})

describe('theme and time format', () => {
  it('apply at once and are saved in the profile and the browser', async () => {
    open()
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement).toHaveClass('dark')
    expect(localStorage.getItem('helpdesk-color-mode')).toBe('dark')
    expect(await section('Appearance').findByText('Saved')).toBeVisible()
    expect(patches().at(-1)?.body).toEqual({ preferences: { theme: 'dark' } })

    await userEvent.click(screen.getByRole('radio', { name: '15:07' }))
    await waitFor(() =>
      expect(patches().at(-1)?.body).toEqual({ preferences: { theme: 'dark', time_format: '24h' } }),
    )
    await waitFor(() => expect(formatTime(new Date(2026, 0, 5, 15, 7))).toBe('15:07'))
  })

  it('stands beside the choice of a plain text box', async () => {
    open()
    expect(screen.getByRole('radio', { name: 'Editor with formatting' })).toBeChecked()
    await userEvent.click(screen.getByRole('radio', { name: 'Plain text box' }))
    await waitFor(() => expect(patches().at(-1)?.body).toEqual({ preferences: { composer: 'plain' } }))
  })

  it('change by keyboard', async () => {
    open()
    act(() => screen.getByRole('radio', { name: 'Automatic' }).focus())
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('radio', { name: '3:07 PM' })).toBeChecked()
    await waitFor(() => expect(patches().at(-1)?.body).toEqual({ preferences: { time_format: '12h' } }))
  })

  it('are read from the profile at sign-in', async () => {
    await signOut()
    backend.profiles.set(user.id, {
      ...backend.profiles.get(user.id),
      preferences: { theme: 'dark', time_format: '24h' },
    })
    await signIn(login)
    expect(document.documentElement).toHaveClass('dark')
    expect(formatTime(new Date(2026, 0, 5, 15, 7))).toBe('15:07')
  })
})

describe('notifications', () => {
  it('are on by default, and customers have no assignments', async () => {
    open()
    expect(screen.getByRole('checkbox', { name: /Replies: Email/ })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: /Status: Email/ })).toBeChecked()
    expect(screen.queryByRole('checkbox', { name: /Assignments: Email/ })).toBeNull()
  })

  it('keep both of two quick changes', async () => {
    open()
    await userEvent.click(screen.getByRole('checkbox', { name: /Replies: Email/ }))
    await userEvent.click(screen.getByRole('checkbox', { name: /Status: Email/ }))
    await waitFor(() =>
      expect(backend.profiles.get(user.id)?.preferences).toEqual({
        notify_reply: false,
        notify_status: false,
      }),
    )
    expect(await section('Notification choices').findByText('Saved')).toBeVisible()
  })

  it('restore the value after a failed save, which can be retried', async () => {
    rejectWrites()
    open()
    await userEvent.click(screen.getByRole('checkbox', { name: /Replies: Email/ }))
    expect(await section('Notification choices').findByText('Failed to update profile')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: /Replies: Email/ })).toBeChecked()
    backend.restore(PROFILES)
    await userEvent.click(section('Notification choices').getByRole('button', { name: 'Retry' }))
    expect(await section('Notification choices').findByText('Saved')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: /Replies: Email/ })).not.toBeChecked()
  })

  it('include assignments for staff', async () => {
    await signOut()
    backend.profiles.set(user.id, { ...backend.profiles.get(user.id), role: 'agent' })
    await signIn(login)
    open()
    await userEvent.click(screen.getByRole('checkbox', { name: /Assignments: Email/ }))
    await waitFor(() => expect(patches().at(-1)?.body).toEqual({ preferences: { notify_assigned: false } }))
  })
})

describe('sessions', () => {
  it('are listed by device, this one first and without a button', async () => {
    open()
    const items = await section('Sessions').findAllByRole('listitem')
    expect(items[0]).toHaveTextContent('Chrome on WindowsThis deviceActive now · 203.0.113.7')
    expect(items[1]).toHaveTextContent('Chrome on Android phone')
    expect(items[0]?.querySelector('button')).toBeNull()
  })

  it('sign out one device and remove it from the list', async () => {
    backend.override('/rest/v1/rpc/end_my_session', () => ({ status: 200, body: true }))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out Chrome on Android phone' }))
    await waitFor(() => expect(screen.queryByText('Chrome on Android phone')).toBeNull())
    expect(backend.requestsTo('/rest/v1/rpc/end_my_session').at(-1)?.body).toEqual({ session_id: 'phone' })
    expect(section('Sessions').getAllByRole('listitem')).toHaveLength(2)
  })

  it('sign out all other devices', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out of the other sessions' }))
    await waitFor(() => expect(section('Sessions').getAllByRole('listitem')).toHaveLength(1))
    expect(backend.requestsTo('/auth/v1/logout').at(-1)?.query.get('scope')).toBe('others')
    expect(screen.queryByRole('button', { name: 'Sign out of the other sessions' })).toBeNull()
  })

  it('keep a device whose sign-out failed', async () => {
    backend.override('/rest/v1/rpc/end_my_session', () => forbidden)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out Chrome on Android phone' }))
    expect(await screen.findByText('Failed to sign out the other device')).toBeVisible()
    expect(screen.getByText('Chrome on Android phone')).toBeVisible()
  })

  it('show a failed request, and Retry repeats it', async () => {
    const answers = [forbidden, { status: 200, body: [session('here', { is_current: true })] }]
    backend.override(SESSIONS, () => answers.shift() ?? forbidden)
    open()
    expect(await screen.findByText('Your sessions could not be loaded')).toBeVisible()
    await userEvent.click(section('Sessions').getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('This device')).toBeVisible()
  })
})
