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
