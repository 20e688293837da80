import { plainErrorText, UNREACHABLE_TEXT, withReference } from '@helpdesk/ui/components/error-text'
import * as texts from './texts'

// The table of specification section 8.

interface KnownError {
  /** Stable codes of the auth server. */
  codes: readonly string[]
  /** Part of the message, for errors without a code. */
  contains: string
  text: string
}

interface Entry {
  /** Text of the auth store when the error has no message. */
  fallback: string
  /** Text of the screen, where it differs from the store's. */
  screen?: { known: readonly KnownError[]; otherwise: string }
}

const DEACTIVATED = 'Your account has been deactivated. Please contact an administrator.'

/** Auth's message for a password of more than 72 bytes, which has neither a code of its own nor a field. */
export const PASSWORD_TOO_LONG = 'Password cannot be longer than 72 characters'

/**
 * Failures of any command whose message is not for users, by a part of code and message; the first match wins. Auth has
 * one code for a mail too soon after another and for too many mails of the whole project.
 */
const general: readonly (readonly [part: string, text: string])[] = [
  ['only request this after', texts.mailTooSoon],
  ['over_email_send_rate_limit', texts.tooManyMails],
  ['over_request_rate_limit', texts.tooManyAttempts],
  // the SMTP server of Auth is down, or refuses the address
  ['Error sending', texts.mailNotSent],
  ['email_address_not_authorized', texts.mailNotSent],
  ['insufficient_aal', texts.secondFactor],
  [PASSWORD_TOO_LONG, texts.passwordLong],
]

const table = {
  login: {
    fallback: 'Failed to login',
    screen: {
      known: [
        {
          codes: ['invalid_credentials'],
          contains: 'Invalid login credentials',
          text: 'Invalid email or password',
        },
        {
          codes: ['email_not_confirmed'],
          contains: 'Email not confirmed',
          text: 'Please verify your email address',
        },
        // not in the specification, whose fallback would not tell a deactivated user the reason
        { codes: ['account_deactivated', 'user_banned'], contains: 'User is banned', text: DEACTIVATED },
      ],
      otherwise: 'An error occurred during sign in',
    },
  },
  provider: { fallback: 'Failed to login with {provider}' },
  signup: {
    fallback: 'Failed to sign up',
    screen: {
      known: [
        {
          codes: ['user_already_exists', 'email_exists'],
          contains: 'User already registered',
          text: 'An account with this email already exists',
        },
        {
          codes: ['email_address_invalid'],
          contains: 'Invalid email',
          text: 'Please enter a valid email address',
        },
        { codes: ['weak_password'], contains: 'Password', text: 'Password does not meet requirements' },
      ],
      otherwise: 'An error occurred during signup',
    },
  },
  logout: { fallback: 'Failed to logout' },
  resetPassword: { fallback: 'Failed to reset password' },
  updatePassword: { fallback: 'Failed to update password' },
  updateProfile: { fallback: 'Failed to update profile' },
  refreshProfile: { fallback: 'Failed to refresh profile' },
  initialize: { fallback: 'Failed to initialize auth' },
  exchangeCode: { fallback: 'Authentication failed' },
  verifyLink: { fallback: 'Authentication failed' },
  resendConfirmation: { fallback: 'Failed to send a new link' },
  endSession: { fallback: 'Failed to sign out the other device' },
  acceptInvite: { fallback: 'Failed to accept the invite' },
  changeRole: { fallback: 'Failed to update user role' },
} as const satisfies Record<string, Entry>

/** The command that failed. */
export type AuthAction = keyof typeof table

/** Texts that do not depend on the error. */
export const AUTH_TEXTS = {
  fetchProfile: 'Failed to fetch user profile',
  notAuthenticated: 'Not authenticated',
  changeProfileRole: 'Failed to update profile role',
  callback: 'Authentication failed. Please try again.',
  deactivated: DEACTIVATED,
  expired: 'Your session has expired',
  unreachable: UNREACHABLE_TEXT,
} as const

const entries: Record<AuthAction, Entry> = table

const fallbackOf = (action: AuthAction, provider: string): string =>
  entries[action].fallback.replace('{provider}', provider)

const findGeneral = ({ code, message }: { code: string; message: string }): string | undefined =>
  general.find(([part]) => `${code} ${message}`.includes(part))?.[1]

function read(error: unknown): { message: string; code: string } {
  if (typeof error === 'string') return { message: error, code: '' }
  if (typeof error !== 'object' || error === null) return { message: '', code: '' }
  const message = 'message' in error && typeof error.message === 'string' ? error.message : ''
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { message, code }
}

/**
 * The text of the auth store: the error's own message if it is for users, else the default of the action.
 * @param provider the name of the social provider, for the action `provider`.
 */
export function authStoreText(action: AuthAction, error: unknown, provider = 'provider'): string {
  const failure = read(error)
  return findGeneral(failure) ?? plainErrorText(failure, fallbackOf(action, provider))
}

/**
 * The text that a screen shows for a failed auth command: that of the specification for sign-in and sign-up, else that
 * of the failure's code or the default of the action. With the failure's reference.
 */
export const authErrorText = (action: AuthAction, error: unknown, provider?: string): string =>
  withReference(screenText(action, error, provider), error)

function screenText(action: AuthAction, error: unknown, provider = 'provider'): string {
  const { screen } = entries[action]
  const failure = read(error)
  const { message, code } = failure
  // the browser's message is for developers
  if (!screen && code === 'network') return AUTH_TEXTS.unreachable
  if (!screen) return findGeneral(failure) ?? plainErrorText(error, fallbackOf(action, provider))
  const known =
    screen.known.find(({ codes }) => codes.includes(code)) ??
    screen.known.find(({ contains }) => message.includes(contains))
  return findGeneral(failure) ?? known?.text ?? screen.otherwise
}
