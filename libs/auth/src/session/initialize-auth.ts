import { authClient, type AuthChangeEvent, type Session } from '@helpdesk/supabase/auth-client'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { authStoreText } from '../model/error-texts'
import { applySession, handleSessionLoss } from './apply-session'
import { getAuthState, patchAuthState } from './auth-state'
import { followPreferences } from './follow-preferences'
import { startSessionRecovery } from './session-recovery'
import { hasSignedOut, onSignOutInOtherTab } from './sign-out-marker'

let started: Promise<void> | null = null

/**
 * Restores the stored session with its profile, then follows session changes of this tab, of other tabs and of auth-js
 * (refresh). Further calls return the same promise.
 * @returns resolves after the first check, even a failed one; never rejects
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
      // auth-js awaits its listeners, so calling it from here could deadlock
      setTimeout(() => onSessionChange(event, session), 0)
    })
    onSignOutInOtherTab(() => {
      if (hasSignedOut(getAuthState().user?.id)) handleSessionLoss()
    })
    startSessionRecovery()
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

function onSessionChange(event: AuthChangeEvent, session: Session | null): void {
  switch (event) {
    // other tabs receive it too, so exchangeCode() marks the recovering tab
    case 'PASSWORD_RECOVERY':
    case 'SIGNED_IN':
    case 'TOKEN_REFRESHED':
      void applySession(session)
      break
    case 'SIGNED_OUT':
      handleSessionLoss()
      break
    case 'USER_UPDATED':
      // the profile may change without a new token
      void applySession(session, { force: true })
      break
    default:
      // INITIAL_SESSION: getSession() above has returned it
      break
  }
}
