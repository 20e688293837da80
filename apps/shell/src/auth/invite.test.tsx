import { authStateAtom, type Invite } from '@helpdesk/auth'
import type * as Auth from '@helpdesk/auth'
import { setRecovering } from '@helpdesk/auth/session/auth-state'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { savePendingInvite, pendingInvite } from '../app/pending-invite'
import { openPage, press } from '../testing/open-page'
import { Component as AcceptInvitePage } from './AcceptInvitePage'
import { Component as SignupPage } from './SignupPage'

const token = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const invite: Invite = { email: 'ivy@example.com', role: 'agent' }
const commands = vi.hoisted(() => ({
  verifyInvite: vi.fn(),
  prepareInvitedSignUp: vi.fn(),
  acceptInvite: vi.fn(),
  signUp: vi.fn(),
}))
vi.mock('../app/session', async (original) => ({
  ...(await original<typeof import('../app/session')>()),
  auth: async () => ({ ...(await vi.importActual<typeof Auth>('@helpdesk/auth')), ...commands }),
}))

const codedError = (code: string, message: string) => Object.assign(new Error(message), { code })
const signedInAs = (email: string | null) =>
  getDefaultStore().set(authStateAtom, (state) => ({
    ...state,
    initialized: true,
    isLoading: false,
    session: email
      ? {
          access_token: 'a.b.c',
          refresh_token: 'r',
          expires_in: 3600,
          token_type: 'bearer' as const,
          user: userOf(email),
        }
      : null,
    user: email ? userOf(email) : null,
  }))
const userOf = (email: string) => ({
  id: 'u1',
  email,
  app_metadata: {},
  user_metadata: {},
  aud: 'authenticated',
  created_at: '2026-01-05T12:00:00Z',
})

const open = (path: string) =>
  openPage(path, { '/auth/signup': <SignupPage />, '/auth/invite': <AcceptInvitePage /> })

beforeEach(() => {
  sessionStorage.clear()
  vi.resetAllMocks()
  commands.verifyInvite.mockResolvedValue(invite)
  commands.prepareInvitedSignUp.mockResolvedValue(false)
  signedInAs(null)
})

describe('the sign-up page with an invite to an existing account', () => {
  it.each([
    ['Sign in', '/auth/login'],
    ['Forgot your password?', '/auth/reset-password'],
  ])('opens by "%s" the page %s without the token in the address', async (button, target) => {
    commands.prepareInvitedSignUp.mockResolvedValue(true)
    const router = open(`/auth/signup?token=${token}`)
    expect(await screen.findByText('You already have an account')).toBeVisible()
    expect(screen.getByText("You've been invited to join as an agent")).toBeVisible()
    expect(screen.queryByLabelText('Password')).toBeNull()
    await press(button)
    expect(router.state.location).toMatchObject({ pathname: target, search: '' })
    expect(pendingInvite()).toBe(token)
  })

  it('reports an account that was created after the page was opened', async () => {
    commands.signUp.mockRejectedValue(codedError('user_already_exists', 'User already registered'))
    open(`/auth/signup?token=${token}`)
    await userEvent.type(await screen.findByLabelText('Full Name'), 'Support Team')
    await userEvent.type(screen.getByLabelText('Password'), 'Demo1234')
    await userEvent.type(screen.getByLabelText('Confirm Password'), 'Demo1234')
    await press('Create account')
    expect(await screen.findByText('You already have an account')).toBeVisible()
  })

  it('redirects a signed-in user to accept the invite', async () => {
    signedInAs('ivy@example.com')
    const router = open(`/auth/signup?token=${token}`)
    expect(await screen.findByRole('button', { name: 'Accept invite' })).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/auth/invite', search: '' })
  })
})

describe('the sign-up form', () => {
  it.each([
    ['Support Team', 'This name could be mistaken for the support team. Enter your own name.'],
    ['Anna ✅', 'A name cannot contain symbols or emoji'],
    ['\u200b\u200b\u200b', 'Full name must be at least 3 characters'],
  ])('rejects the name %j at the field', async (name, text) => {
    open('/auth/signup')
    await userEvent.type(await screen.findByLabelText('Full Name'), name)
    await press('Create account')
    expect(await screen.findByText(text)).toBeVisible()
    expect(commands.signUp).not.toHaveBeenCalled()
  })
})

describe('accepting an invite', () => {
  beforeEach(() => {
    savePendingInvite(token)
    signedInAs('ivy@example.com')
  })

  it('sends one request and removes the token', async () => {
    commands.acceptInvite.mockResolvedValue('agent')
    open('/auth/invite')
    expect(await screen.findByText("You've been invited to join as an agent")).toBeVisible()
    expect(commands.acceptInvite).not.toHaveBeenCalled()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Accept invite' }))
    expect(await screen.findByText('arrived')).toBeVisible()
    expect(commands.acceptInvite).toHaveBeenCalledExactlyOnceWith(token)
    expect(pendingInvite()).toBeNull()
  })

  it('asks for a password when it took that of a former owner', async () => {
    commands.acceptInvite.mockImplementation(async () => {
      setRecovering(true)
      return 'agent'
    })
    const router = open('/auth/invite')
    await press('Accept invite')
    expect(await screen.findByText('arrived')).toBeVisible()
    expect(router.state.location.pathname).toBe('/auth/reset-password')
    setRecovering(false)
  })

  it('is skipped by Not now', async () => {
    open('/auth/invite')
    await press('Not now')
    expect(await screen.findByText('arrived')).toBeVisible()
    expect(commands.acceptInvite).not.toHaveBeenCalled()
    expect(pendingInvite()).toBeNull()
  })

  it('shows why it failed', async () => {
    commands.acceptInvite.mockRejectedValue(codedError('invite_needless', 'You already have this role.'))
    open('/auth/invite')
    await press('Accept invite')
    expect(await screen.findByText('You already have this role.')).toBeVisible()
  })

  it('is not offered to another account', async () => {
    signedInAs('other@example.com')
    open('/auth/invite')
    expect(await screen.findByText('ivy@example.com')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Accept invite' })).toBeNull()
  })

  it('keeps an invite that could not be checked for a retry', async () => {
    // twice, as strict mode runs the first effect twice
    commands.verifyInvite
      .mockRejectedValueOnce(new Error('The server could not be reached'))
      .mockRejectedValueOnce(new Error('The server could not be reached'))
    open('/auth/invite')
    expect(await screen.findByText('The server could not be reached')).toBeVisible()
    expect(pendingInvite()).toBe(token)
    await press('Try again')
    expect(await screen.findByRole('button', { name: 'Accept invite' })).toBeVisible()
  })

  it('leaves the page when the invite is invalid', async () => {
    commands.verifyInvite.mockResolvedValue(null)
    open('/auth/invite')
    expect(await screen.findByText('arrived')).toBeVisible()
    await waitFor(() => expect(pendingInvite()).toBeNull())
  })
})
