import { getAuthState } from '@helpdesk/auth/session/auth-state'
import { erasePersonalData } from '@helpdesk/auth/storage/erase-personal-data'
import { isNothingUnsent, unsentWork } from '@helpdesk/auth/storage/unsent-work'
import { NetworkError } from '@helpdesk/supabase/errors/app-error'
import { savePendingInvite } from './pending-invite'
import { rememberStart } from '../start/remember-start'
import { reloadOnNextSignIn } from './reload-on-user-change'
import { saveReturnPath } from './return-path'
import { auth } from './session'
import { askToLose } from './sign-out-question'
import * as texts from './texts'

let signingOut: Promise<boolean> | null = null
let hasStarted = false

/** Whether a sign-out has started; the guard then does not remember the current path. */
export const isSigningOut = (): boolean => hasStarted

/** How long a sign-out waits for the browser's storage, which may hang. */
const ERASE_TIMEOUT_MS = 1_000
/** How long it waits for the server, which can end the session later. */
const SERVER_TIMEOUT_MS = 5_000

/**
 * Asks when unsent work would be deleted, then signs out, erases the user's data from the browser's storage and ends on
 * the login page, which says so if the server did not confirm. With a connection the page reloads, which also clears
 * memory; without one a reload would fail, and the next sign-in reloads.
 * @returns false when the user stays
 */
export function signOutAndReload(): Promise<boolean> {
  signingOut ??= askAndSignOut().finally(() => {
    if (!hasStarted) signingOut = null
  })
  return signingOut
}

async function askAndSignOut(): Promise<boolean> {
  const { user } = getAuthState()
  const work = user && (await unsentWork(user.id))
  if (work && !isNothingUnsent(work) && !(await askToLose(work))) return false
  hasStarted = true
  await signOutOnce()
  return true
}

type Outcome = 'confirmed' | 'refused' | 'unreachable'

async function signOutOnce(): Promise<void> {
  const { user } = getAuthState()
  const erase = () => user && Promise.race([erasePersonalData(user.id), after(ERASE_TIMEOUT_MS)])
  const outcome = await auth()
    .then(({ signOut }): Promise<Outcome> => {
      // signOut() marks the user as signed out at once, so that nothing is stored again; its answer may take long
      const answer = signOut().then((): Outcome => 'confirmed')
      void erase()
      return Promise.race([answer, after(SERVER_TIMEOUT_MS).then((): Outcome => 'unreachable')])
    })
    .catch((error: unknown): Outcome => {
      console.error(error)
      return error instanceof NetworkError ? 'unreachable' : 'refused'
    })
  saveReturnPath(null)
  rememberStart(null)
  savePendingInvite(null)
  await erase()
  if (outcome === 'confirmed') return location.replace('/auth/login')
  // the router's format of location state; the login page shows its `error` or `notice`
  const usr = outcome === 'refused' ? { error: texts.signOutFailed } : { notice: texts.signedOutOffline }
  const state = { ...history.state, usr, key: 'default' }
  history.replaceState(state, '', '/auth/login')
  if (outcome === 'refused') return location.reload()
  reloadOnNextSignIn()
  hasStarted = false
  signingOut = null
  dispatchEvent(new PopStateEvent('popstate', { state }))
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
