import type * as Auth from '@helpdesk/auth'
import { toProfile } from '@helpdesk/auth/model/profile'
import { patchAuthState, setRecovering } from '@helpdesk/auth/session/auth-state'
import { ValidationError } from '@helpdesk/supabase/errors/app-error'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, press } from '../testing/open-page'
import { Component as CallbackPage } from './CallbackPage'
import { Component as ResetPasswordPage } from './ResetPasswordPage'

const commands = vi.hoisted(() => ({ verifyLink: vi.fn(), updatePassword: vi.fn(), updateProfile: vi.fn() }))
vi.mock('@helpdesk/auth/api/verify-link', () => commands)
vi.mock('../app/session', async (original) => ({
  ...(await original<typeof import('../app/session')>()),
  auth: async () => ({ ...(await vi.importActual<typeof Auth>('@helpdesk/auth')), ...commands }),
}))

const profileOf = (name: string) =>
  toProfile({
    id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    name,
    email: 'nora.new@example.com',
    role: 'customer',
    preferences: {},
    deactivated_at: null,
    last_seen_at: null,
    away_since: null,
    created_at: '2026-11-02T09:00:00Z',
    updated_at: '2026-11-02T09:00:00Z',
  })

async function typePassword() {
  await userEvent.type(screen.getByLabelText('New Password'), 'MyOwnPass1')
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'MyOwnPass1')
  await press('Set new password')
}

describe('a confirmation link of an account without a password', () => {
  beforeEach(() => {
    commands.updatePassword.mockReset().mockResolvedValue(undefined)
    commands.updateProfile.mockReset().mockResolvedValue(undefined)
    commands.verifyLink.mockImplementation(async () => {
      setRecovering(true)
      return { signedIn: true, setsPassword: true }
    })
  })
  afterEach(() => {
    setRecovering(false)
    patchAuthState({ profile: null })
  })

  async function open(name: string) {
    patchAuthState({ profile: profileOf(name) })
    const router = openPage('/auth/callback?token_hash=abc123&type=email&next=/tickets/1', {
      '/auth/callback': <CallbackPage />,
      '/auth/reset-password': <ResetPasswordPage />,
    })
    await press('Confirm email address')
    await screen.findByRole('heading', { name: 'Set a new password' })
    return router
  }

  it('asks for a password and the missing name, then opens its next path', async () => {
    const router = await open('nora.new')
    await userEvent.type(screen.getByLabelText('Full Name'), 'Nora New')
    await typePassword()
    await screen.findByText('arrived')
    expect(commands.updateProfile).toHaveBeenCalledExactlyOnceWith({ name: 'Nora New' })
    expect(commands.updatePassword).toHaveBeenCalledExactlyOnceWith('MyOwnPass1')
    expect(router.state.location.pathname).toBe('/tickets/1')
  })

  it('keeps a name that somebody entered', async () => {
    await open('Nora New')
    expect(screen.queryByLabelText('Full Name')).not.toBeInTheDocument()
  })

  it('reports why the server refuses the password at its field', async () => {
    await open('Nora New')
    commands.updatePassword.mockRejectedValue(
      new ValidationError('Weak', { code: 'weak_password', field: 'password', reasons: ['pwned'] }),
    )
    await typePassword()
    expect(await screen.findByText(/This password is known from a data leak/)).toBeVisible()
  })
})
