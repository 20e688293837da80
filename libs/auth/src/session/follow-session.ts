import {
  loadedAuthClient,
  type AuthChangeEvent,
  type AuthClient,
  type Session,
} from '@helpdesk/supabase/auth-client'
import { AUTH_STORAGE_KEY, isExpiring, readStoredSession } from '@helpdesk/supabase/stored-session'
import { applySession, handleSessionLoss, isApplying } from './apply-session'
import { getAuthState } from './auth-state'

/** Applies the session changes of this tab, of other tabs and of auth-js (refresh). */
export function followSession(client: AuthClient): void {
  let starting = true
  client.onAuthStateChange((event, session) => {
    // auth-js awaits its listeners, so calling it from here could deadlock
    setTimeout(() => {
      // auth-js starts with the stored session, whose profile the first screen has read
      if (!(starting && session && isApplied(session))) onSessionChange(event, session)
      if (event === 'INITIAL_SESSION') starting = false
    }, 0)
  })
}

const isApplied = ({ access_token }: Session) =>
  isApplying(access_token) || getAuthState().session?.access_token === access_token

function onSessionChange(event: AuthChangeEvent, session: Session | null): void {
  switch (event) {
    case 'INITIAL_SESSION':
      // null when a refresh lost the connection; a session that ended is reported as SIGNED_OUT
      if (session) void applySession(session)
      break
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
  }
}

/**
 * Follows the stored session. Tabs whose auth-js is not loaded yet neither send nor receive its messages to other tabs.
 */
export function followStoredSession(): void {
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key !== AUTH_STORAGE_KEY) return
    const stored = readStoredSession()
    if (!stored) {
      if (getAuthState().session) handleSessionLoss()
    } else if (!loadedAuthClient() && !isExpiring(stored)) void applySession(stored)
  })
}
