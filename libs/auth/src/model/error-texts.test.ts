import { describe, expect, it } from 'vitest'
import { AUTH_TEXTS, authErrorText, authStoreText, type AuthAction } from './error-texts'

describe('authStoreText', () => {
  it.each<[AuthAction, string]>([
    ['login', 'Failed to login'],
    ['provider', 'Failed to login with GitHub'],
    ['signup', 'Failed to sign up'],
    ['logout', 'Failed to logout'],
    ['resetPassword', 'Failed to reset password'],
    ['updatePassword', 'Failed to update password'],
    ['updateProfile', 'Failed to update profile'],
    ['refreshProfile', 'Failed to refresh profile'],
    ['initialize', 'Failed to initialize auth'],
    ['changeRole', 'Failed to update user role'],
  ])('for %s returns %s, unless the error has a message', (action, text) => {
    for (const empty of [undefined, null, {}, new Error(''), '', { message: 7 }]) {
      expect(authStoreText(action, empty, 'GitHub')).toBe(text)
    }
    expect(authStoreText(action, new Error('Own message'))).toBe('Own message')
  })

  it('AUTH_TEXTS has the texts of the specification', () => {
    expect(AUTH_TEXTS.fetchProfile).toBe('Failed to fetch user profile')
    expect(AUTH_TEXTS.notAuthenticated).toBe('Not authenticated')
    expect(AUTH_TEXTS.changeProfileRole).toBe('Failed to update profile role')
    expect(AUTH_TEXTS.callback).toBe('Authentication failed. Please try again.')
  })
})

describe('authErrorText', () => {
  it.each<[AuthAction, unknown, string]>([
    ['login', new Error('Invalid login credentials'), 'Invalid email or password'],
    ['login', new Error('AuthApiError: Invalid login credentials.'), 'Invalid email or password'],
    ['login', { code: 'invalid_credentials', message: 'other text' }, 'Invalid email or password'],
    ['login', new Error('Email not confirmed'), 'Please verify your email address'],
    ['login', { code: 'email_not_confirmed', message: '' }, 'Please verify your email address'],
    ['login', new Error('boom'), 'An error occurred during sign in'],
    ['login', undefined, 'An error occurred during sign in'],
    ['signup', new Error('User already registered'), 'An account with this email already exists'],
    ['signup', { code: 'user_already_exists', message: '' }, 'An account with this email already exists'],
    ['signup', new Error('Invalid email'), 'Please enter a valid email address'],
    ['signup', { code: 'email_address_invalid', message: '' }, 'Please enter a valid email address'],
    ['signup', new Error('Password should be longer'), 'Password does not meet requirements'],
    ['signup', { code: 'weak_password', message: '' }, 'Password does not meet requirements'],
    ['signup', new Error('boom'), 'An error occurred during signup'],
    ['signup', null, 'An error occurred during signup'],
    ['resetPassword', new Error('Rate limit'), 'Rate limit'],
    ['resetPassword', {}, 'Failed to reset password'],
    ...(['login', 'signup', 'updatePassword'] as const).map((action): [AuthAction, unknown, string] => [
      action,
      { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
      'Too many attempts. Please wait a few minutes and try again.',
    ]),
    ...(['signup', 'resetPassword', 'resendConfirmation'] as const).flatMap(
      (action): [AuthAction, unknown, string][] => [
        [
          action,
          {
            code: 'over_email_send_rate_limit',
            message: 'For security purposes, you can only request this after 0 seconds.',
          },
          'An email was just sent. Please wait a moment.',
        ],
        [
          action,
          { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
          'Too many emails were requested. Please try again later.',
        ],
      ],
    ),
    ...(
      [
        ['signup', 'Error sending confirmation email'],
        ['resendConfirmation', 'Error sending confirmation email'],
        ['resetPassword', 'Error sending recovery email'],
        ['updateProfile', 'Error sending email change email'],
      ] as const
    ).map(([action, message]): [AuthAction, unknown, string] => [
      action,
      { code: 'unexpected_failure', message },
      'The email could not be sent. Please try again later.',
    ]),
    [
      'signup',
      {
        code: 'email_address_not_authorized',
        message: 'Email address "a@b.c" cannot be used as it is not authorized',
      },
      'The email could not be sent. Please try again later.',
    ],
    [
      'updatePassword',
      {
        code: 'insufficient_aal',
        message: 'AAL2 session is required to update email or password when MFA is enabled.',
      },
      'Your account has a second factor, which the portal cannot ask for. Please contact an administrator.',
    ],
    [
      'signup',
      { code: 'validation_failed', message: 'Password cannot be longer than 72 characters' },
      'Password must not exceed 72 characters, where letters such as ä count as two',
    ],
  ])('maps %s with %j to %s', (action, error, text) => expect(authErrorText(action, error)).toBe(text))
})
