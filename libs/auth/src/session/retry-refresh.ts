import { forgetRefreshFailure, loadedAuthClient } from '@helpdesk/supabase/auth-client'
import { isExpiring, readStoredSession } from '@helpdesk/supabase/stored-session'

/**
 * Refreshes the stored session at once if it is due, also within the minute in which auth-js repeats its last failure.
 * @returns whether the session was due and is refreshed; the auth state follows
 */
export async function retryRefresh(): Promise<boolean> {
  const client = loadedAuthClient()
  const stored = readStoredSession()
  if (!client || !stored || !isExpiring(stored)) return false
  forgetRefreshFailure(client)
  return (await client.getSession()).error === null
}
