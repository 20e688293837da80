import { AuthClient } from '@supabase/auth-js'
import { supabaseConfig } from './config'

export type { AuthChangeEvent, Session, User } from '@supabase/auth-js'

/** The key in `localStorage`, and the name of the channel on which tabs announce sign-outs. */
export const AUTH_STORAGE_KEY = 'helpdesk-auth'

let client: InstanceType<typeof AuthClient> | null = null

/**
 * The auth client of the page, created on first use. Sessions are persisted, refreshed automatically, recovered when
 * the tab becomes visible, and shared with other tabs of the origin.
 *
 * `detectSessionInUrl` is off because the callback screen exchanges the code itself and reports the outcome.
 * @throws Error when `configureSupabase` was not called.
 */
export function authClient(): InstanceType<typeof AuthClient> {
  if (client) return client
  const { url, publishableKey } = supabaseConfig()
  client = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: publishableKey },
    flowType: 'pkce',
    detectSessionInUrl: false,
    persistSession: true,
    autoRefreshToken: true,
    storageKey: AUTH_STORAGE_KEY,
  })
  return client
}
