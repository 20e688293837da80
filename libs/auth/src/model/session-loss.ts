export interface LostSession {
  /** Somebody is signed in and their profile is known: there is a screen to keep. */
  onScreen: boolean
  /** They signed out themselves, in this tab or another one of the browser. */
  left: boolean
  /** They came through a reset link and do not know their password. */
  recovering: boolean
}

/**
 * What becomes of the screen when the session is gone. `keep`: it stays with everything typed, and the person is
 * asked to sign in again over it. `leave`: nothing of it stays.
 */
export function afterSessionLoss({ onScreen, left, recovering }: LostSession): 'keep' | 'leave' {
  return onScreen && !left && !recovering ? 'keep' : 'leave'
}
