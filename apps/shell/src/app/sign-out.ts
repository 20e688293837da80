import { getAuthState } from '@helpdesk/auth/session/auth-state'
import { erasePersonalData } from '@helpdesk/auth/storage/erase-personal-data'
import { savePendingInvite } from './pending-invite'
import { rememberStart } from '../start/remember-start'
import { saveReturnPath } from './return-path'
import { auth } from './session'
import * as texts from './texts'

let signingOut: Promise<void> | null = null

/** Whether a sign-out has started; the guard then does not remember the current path. */
export const isSigningOut = (): boolean => signingOut !== null

/** How long a sign-out waits for the browser's storage, which may hang. */
const ERASE_TIMEOUT_MS = 1_000
const SERVER_FAILED = texts.signOutFailed

/**
 * Signs out, erases the user's data from the browser's storage and reloads into the login page, which also clears
 * memory. If the server did not confirm, the login page says so; this device is signed out anyway.
 */
export function signOutAndReload(): Promise<void> {
  signingOut ??= signOutOnce()
  return signingOut
}

async function signOutOnce(): Promise<void> {
  const { user } = getAuthState()
  const erase = () => user && Promise.race([erasePersonalData(user.id), timeout()])
  const succeeded = await auth()
    .then(({ signOut }) => {
      // signOut() marks the user as signed out at once, so that nothing is stored again; its answer may take long
      const answer = signOut()
      void erase()
      return answer
    })
    .then(
      () => true,
      (error: unknown) => {
        console.error(error)
        return false
      },
    )
  saveReturnPath(null)
  rememberStart(null)
  savePendingInvite(null)
  await erase()
  if (succeeded) return location.replace('/auth/login')
  // the router's format of location state; the login page shows its `error`
  history.replaceState({ usr: { error: SERVER_FAILED }, key: 'default' }, '', '/auth/login')
  location.reload()
}

const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, ERASE_TIMEOUT_MS))
