import { loadedAuthClient } from '@helpdesk/supabase/auth-client'
import { supabaseConfig } from '@helpdesk/supabase/config'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { readStoredSession, removeStoredSession } from '@helpdesk/supabase/stored-session'
import { endRememberedSessions, endSessionsAtContact, rememberToEnd } from './sessions-to-end'

/** The server does not know the session any more, or its token has expired. */
const TOKEN_REFUSED = [401, 403, 404]

/**
 * Removes the session from this browser, then revokes it on the server, now or at the next contact. Does not wait for
 * the code of auth-js, so that nobody stays signed in because a file does not load.
 * @throws AppError or TypeError when the server did not revoke it yet; it is removed anyway
 */
export async function endSession(): Promise<void> {
  const stored = readStoredSession()
  if (!stored) return announce()
  const forget = rememberToEnd(stored.access_token)
  removeStoredSession()
  try {
    await Promise.all([revoke(stored.access_token, forget), announce()])
  } catch (error) {
    endSessionsAtContact()
    throw error
  }
}

/** Tells the other tabs. Without a stored session auth-js sends no request. */
async function announce(): Promise<void> {
  await loadedAuthClient()?.signOut({ scope: 'local' })
  // A refresh that was under way may have stored a session again.
  removeStoredSession()
}

async function revoke(accessToken: string, forget: () => void): Promise<void> {
  const { url, publishableKey } = supabaseConfig()
  const response = await fetch(`${url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: publishableKey, authorization: `Bearer ${accessToken}` },
  })
  if (response.ok) return forget()
  if (TOKEN_REFUSED.includes(response.status)) return endRememberedSessions()
  throw toAppError({ code: response.status > 500 ? 'network' : 'logout_failed' }, response.status)
}
