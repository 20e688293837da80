import { AuthClient } from '@supabase/auth-js'
import type { AUTH_METHODS } from './auth-methods'
import { supabaseConfig } from './config'

export type { AuthChangeEvent, Session, User } from '@supabase/auth-js'

/** The key in `localStorage`, and the name of the channel on which tabs tell each other of sign-outs. */
export const AUTH_STORAGE_KEY = 'helpdesk-auth'

type Client = Pick<InstanceType<typeof AuthClient>, (typeof AUTH_METHODS)[number]>

let client: Client | null = null

/**
 * The one auth client of the page (made on first use). Sessions are persisted, refreshed by themselves,
 * recovered when the tab becomes visible, and shared with the other tabs of the same origin.
 *
 * `detectSessionInUrl` is off because the callback screen exchanges the code itself and reports the outcome.
 * No `lock` is given: the default of auth-js needs none.
 * @throws Error when `configureSupabase` was not called.
 */
export function authClient(): Client {
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
