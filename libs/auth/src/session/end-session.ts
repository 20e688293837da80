import { loadedAuthClient } from '@helpdesk/supabase/auth-client'
import { supabaseConfig } from '@helpdesk/supabase/config'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { readStoredSession, removeStoredSession } from '@helpdesk/supabase/stored-session'

/** The server does not know the session any more, as auth-js reads them. */
const ALREADY_ENDED = [401, 403, 404]

/**
 * Removes the session from this browser, then revokes it on the server. Does not wait for the code of auth-js, so that
 * nobody stays signed in because a file does not load.
 * @throws AuthError, AppError or TypeError when the server did not revoke it; it is removed anyway
 */
export async function endSession(): Promise<void> {
  const client = loadedAuthClient()
  if (client) {
    const { error } = await client.signOut({ scope: 'local' })
    if (error) throw error
    return
  }
  const stored = readStoredSession()
  removeStoredSession()
  if (stored) await revoke(stored.access_token)
}

async function revoke(accessToken: string): Promise<void> {
  const { url, publishableKey } = supabaseConfig()
  const response = await fetch(`${url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: publishableKey, authorization: `Bearer ${accessToken}` },
  })
  if (response.ok || ALREADY_ENDED.includes(response.status)) return
  throw toAppError({ code: 'logout_failed' }, response.status)
}
