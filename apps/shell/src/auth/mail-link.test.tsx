import type * as Auth from '@helpdesk/auth'
import { act, configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, press } from '../testing/open-page'
import { Component as CallbackPage } from './CallbackPage'
import { LoginPage } from './LoginPage'
import { Component as ResetPasswordPage } from './ResetPasswordPage'

// NewLinkForm is a lazy chunk
configure({ asyncUtilTimeout: 10_000 })

const failure = (code: string, message = 'The message of the server') =>
  Object.assign(new Error(message), { code })
const commands = vi.hoisted(() => ({
  signIn: vi.fn(),
  verifyLink: vi.fn(),
  resendConfirmation: vi.fn(),
  requestPasswordReset: vi.fn(),
}))
vi.mock('@helpdesk/auth/api/verify-link', () => commands)
vi.mock('@helpdesk/auth/api/resend-confirmation', () => commands)
vi.mock('../app/session', async (original) => ({
  ...(await original<typeof import('../app/session')>()),
  auth: async () => ({ ...(await vi.importActual<typeof Auth>('@helpdesk/auth')), ...commands }),
}))

beforeEach(() => {
  sessionStorage.clear()
  commands.signIn.mockReset()
  commands.verifyLink.mockReset().mockResolvedValue({ signedIn: true, setsPassword: false })
  commands.resendConfirmation.mockReset().mockResolvedValue(undefined)
  commands.requestPasswordReset.mockReset().mockResolvedValue(undefined)
})

const open = (path: string) =>
  openPage(path, {
    '/auth/login': <LoginPage />,
    '/auth/callback': <CallbackPage />,
    '/auth/reset-password': <ResetPasswordPage />,
  })

describe('a confirmation link', () => {
  const target = encodeURIComponent('http://127.0.0.1:4200/auth/callback?next=/tickets/1')
  const address = `/auth/callback?token_hash=abc123&type=email&redirect_to=${target}`

  it('is redeemed by a click and opens its next path', async () => {
    const router = open(address)
    await screen.findByRole('heading', { name: 'Confirm your email address' })
    expect(commands.verifyLink).not.toHaveBeenCalled()
    await press('Confirm email address')
    await screen.findByText('arrived')
    expect(commands.verifyLink).toHaveBeenCalledExactlyOnceWith({ tokenHash: 'abc123', type: 'email' })
    expect(router.state.location.pathname).toBe('/tickets/1')
    expect(screen.getByText('Your email has been verified successfully.')).toBeVisible()
  })

  it('moves its token from the address to the history state', async () => {
    const router = open(address)
    await vi.waitFor(() => expect(router.state.location.search).toBe('?type=email&next=%2Ftickets%2F1'))
    expect(router.state.historyAction).toBe('REPLACE')
    expect(router.state.location.state).toEqual({ tokenHash: 'abc123', type: 'email' })
  })

  it('survives the history entry that a skip link adds', async () => {
    const router = open(address)
    await screen.findByRole('heading', { name: 'Confirm your email address' })
    await act(() => router.navigate('#main'))
    await press('Confirm email address')
    await screen.findByText('arrived')
    expect(commands.verifyLink).toHaveBeenCalledOnce()
  })

  it('offers a new link when used, without revealing whether an account exists', async () => {
    commands.verifyLink.mockRejectedValue(failure('otp_expired'))
    open(address)
    await press('Confirm email address')
    await screen.findByRole('heading', { name: 'This link no longer works' })
    await press('Send a new link')
    expect(screen.getByText('Please enter a valid email address')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Email'), 'nora@example.com')
    await press('Send a new link')
    expect(await screen.findByText(/^If nora@example.com still needs to be confirmed/)).toBeVisible()
    expect(document.activeElement).toHaveTextContent(/^Check your email/)
    expect(commands.resendConfirmation).toHaveBeenCalledExactlyOnceWith('nora@example.com')
  })

  it('keeps its button after any other error', async () => {
    commands.verifyLink.mockRejectedValueOnce(
      failure('over_request_rate_limit', 'Request rate limit reached'),
    )
    open(address)
    await press('Confirm email address')
    expect(
      await screen.findByText('Too many attempts. Please wait a few minutes and try again.'),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: 'Confirm email address' })).toHaveFocus()
    await press('Confirm email address')
    await screen.findByText('arrived')
  })

  it('reports a deactivated account on the login page', async () => {
    commands.verifyLink.mockRejectedValue(failure('user_banned'))
    open(address)
    await press('Confirm email address')
    expect(await screen.findByText(/Your account has been deactivated/)).toBeVisible()
  })

  it('asks for the second link of an email change', async () => {
    commands.verifyLink.mockResolvedValue({ signedIn: false, setsPassword: false })
    open('/auth/callback?token_hash=abc123&type=email_change')
    await press('Confirm change')
    expect(await screen.findByText(/the link we sent to your other address/)).toBeVisible()
  })
})

describe('a reset link', () => {
  const address = '/auth/reset-password?token_hash=abc123&type=recovery'

  it('is redeemed by a click before the password form', async () => {
    const router = open(address)
    expect(await screen.findByText('Continue to choose a new password.')).toBeVisible()
    expect(commands.verifyLink).not.toHaveBeenCalled()
    await press('Continue')
    await screen.findByRole('button', { name: 'Send reset link' }) // the password form needs a recovering session
    expect(router.state.location).toMatchObject({ search: '', state: null })
    expect(commands.verifyLink).toHaveBeenCalledExactlyOnceWith({ tokenHash: 'abc123', type: 'recovery' })
  })

  it('offers a new link when used', async () => {
    commands.verifyLink.mockRejectedValue(failure('otp_expired'))
    open(address)
    await press('Continue')
    expect(await screen.findByText(/This link is no longer valid/)).toBeVisible()
    expect(screen.getByRole('main')).toHaveFocus()
    await userEvent.type(screen.getByLabelText('Email'), 'rita@example.com')
    await press('Send a new link')
    await screen.findByRole('heading', { name: 'Check your email' })
    expect(commands.requestPasswordReset).toHaveBeenCalledExactlyOnceWith('rita@example.com')
  })
})

describe('a reset link to the callback page', () => {
  it('offers a new link when used, and keeps the focus in the page', async () => {
    commands.verifyLink.mockRejectedValue(failure('otp_expired'))
    const router = open('/auth/callback?token_hash=abc123&type=recovery')
    await press('Continue')
    await screen.findByRole('heading', { name: 'This link no longer works' })
    expect(screen.getByRole('main')).toHaveFocus()
    await userEvent.click(screen.getByRole('link', { name: 'Send a new link' }))
    expect(router.state.location.pathname).toBe('/auth/reset-password')
  })
})

describe('a link that the server rejected', () => {
  it('offers a new one', async () => {
    open('/auth/callback?error=access_denied&error_code=otp_expired')
    await screen.findByRole('heading', { name: 'This link no longer works' })
  })
})

describe('a sign-in with an unconfirmed address', () => {
  async function signIn() {
    commands.signIn.mockRejectedValue(failure('email_not_confirmed', 'Email not confirmed'))
    open('/auth/login')
    await userEvent.type(screen.getByLabelText('Email'), 'nora@example.com')
    await userEvent.type(screen.getByLabelText('Password'), 'Secret12')
    await press('Sign in')
    expect((await screen.findAllByText('Please verify your email address')).length).toBeGreaterThan(0)
  }

  it('offers a new link', async () => {
    await signIn()
    await press('Send a new link')
    expect(await screen.findByText('Check your email')).toBeVisible()
    expect(document.activeElement).toHaveTextContent(/^Check your email/)
    expect(commands.resendConfirmation).toHaveBeenCalledExactlyOnceWith('nora@example.com')
  })

  it('reports the mail rate limit', async () => {
    commands.resendConfirmation.mockRejectedValue(
      failure(
        'over_email_send_rate_limit',
        'For security purposes, you can only request this after 0 seconds.',
      ),
    )
    await signIn()
    await press('Send a new link')
    expect(await screen.findByText('An email was just sent. Please wait a moment.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeEnabled()
  })
})

describe('a failed social sign-in', () => {
  it.each([
    ['access_denied', 'Authentication failed. Please try again.'],
    ['unexpected_failure', 'Authentication failed. Please try again.'],
    ['constructor', 'Authentication failed. Please try again.'],
    ['user_banned', 'Your account has been deactivated. Please contact an administrator.'],
    ['provider_disabled', 'This sign-in method is not available. Please use your email and password.'],
    ['over_request_rate_limit', 'Too many attempts. Please wait a few minutes and try again.'],
  ])('with %s shows on the login page: %s', async (code, text) => {
    const router = open(`/auth/callback?error=server_error&error_code=${code}&error_description=x`)
    expect(await screen.findByText(text)).toBeVisible()
    expect(router.state.location.pathname).toBe('/auth/login')
  })
})
