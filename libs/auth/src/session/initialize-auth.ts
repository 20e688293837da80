import { authClient, toAppError, type AuthChangeEvent, type Session } from '@helpdesk/supabase'
import { authStoreText } from '../model/error-texts'
import { applySession, loseSession } from './apply-session'
import { getAuthState, patchAuthState } from './auth-state'
import { followPreferences } from './follow-preferences'
import { keepSession } from './keep-session'
import { hasSignedOut, onSignOutInOtherTab } from './sign-out-marker'

let started: Promise<void> | null = null

/**
 * Reads the stored session, fetches its profile and from then on follows every change of the session: those of
 * this tab, of the other tabs, and those that auth-js makes by itself (refresh, recovery when the tab becomes
 * visible). Calling it again returns the same promise.
 * @returns resolves when the first check is over, also when it failed; never rejects.
 */
export function initializeAuth(): Promise<void> {
  started ??= start()
  return started
}

async function start(): Promise<void> {
  patchAuthState({ isLoading: true })
  try {
    const client = authClient()
    client.onAuthStateChange((event, session) => {
      // auth-js waits for its listeners: calling it back from here, even indirectly, could wait for itself.
      setTimeout(() => follow(event, session), 0)
    })
    onSignOutInOtherTab(() => {
      if (hasSignedOut(getAuthState().user?.id)) loseSession()
    })
    keepSession()
    followPreferences()
    const { data, error } = await client.getSession()
    await applySession(data.session)
    if (error) patchAuthState({ error: authStoreText('initialize', toAppError(error)) })
  } catch (error) {
    patchAuthState({ error: authStoreText('initialize', toAppError(error)) })
  } finally {
    patchAuthState({ isLoading: false, initialized: true })
  }
}

function follow(event: AuthChangeEvent, session: Session | null): void {
  switch (event) {
    // Tells the other tabs too, where nobody came through a link: exchangeCode marks the one that did.
    case 'PASSWORD_RECOVERY':
    case 'SIGNED_IN':
    case 'TOKEN_REFRESHED':
      void applySession(session)
      break
    case 'SIGNED_OUT':
      loseSession()
      break
    case 'USER_UPDATED':
      // The access token stays the same, but the profile may not.
      void applySession(session, { force: true })
      break
    default:
      // INITIAL_SESSION: getSession() above has already told.
      break
  }
}
