export interface LostSession {
  /** A user with a loaded profile is signed in, so there is a screen to keep. */
  onScreen: boolean
  /** The user signed out, in this tab or another one. */
  signedOut: boolean
  /** The user came through a reset link and does not know the password. */
  recovering: boolean
}

/**
 * Decides what happens to the screen when the session is lost. `keep`: it stays, under a sign-in dialog. `leave`: the
 * state is cleared.
 */
export function afterSessionLoss({ onScreen, signedOut, recovering }: LostSession): 'keep' | 'leave' {
  return onScreen && !signedOut && !recovering ? 'keep' : 'leave'
}

/** Codes with which the auth server refuses a session or its refresh token; `session_missing` is auth-js's. */
const REFUSALS = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_expired',
  'session_missing',
  'session_not_found',
  'user_banned',
  'user_not_found',
])

/**
 * Whether a failed refresh or session check means that the session is over. Limits, proxies and lost connections do not:
 * the session may still be valid.
 */
export function endsSession({ code, status }: { code: string; status: number }): boolean {
  // the server's word for a text that is no refresh token
  return REFUSALS.has(code) || (code === 'validation_failed' && status === 400)
}
