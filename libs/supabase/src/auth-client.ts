import type { AuthClient as AuthJsClient } from '@supabase/auth-js'
import { authFetch } from './auth-fetch'
import { supabaseConfig } from './config'
import { NetworkError } from './errors/app-error'
import { loadAuthJs } from './load-auth-js'
import { AUTH_STORAGE_KEY } from './stored-session'

export type { AuthChangeEvent, Session, User } from '@supabase/auth-js'

export type AuthClient = InstanceType<typeof AuthJsClient>

let loading: Promise<AuthClient> | null = null
let loaded: AuthClient | null = null
const listeners = new Set<(client: AuthClient) => void>()

/**
 * The auth client of the page, loaded and created on first use. Sessions are persisted, refreshed automatically,
 * recovered when the tab becomes visible, and shared with other tabs of the origin.
 *
 * `detectSessionInUrl` is off because the callback screen exchanges the code itself and reports the outcome.
 * @throws Error when `configureSupabase` was not called; NetworkError when the code cannot be loaded, then the next
 * call retries.
 */
export function authClient(): Promise<AuthClient> {
  loading ??= createClient().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** The auth client if it is loaded. */
export const loadedAuthClient = (): AuthClient | null => loaded

/** Calls `listener` with the auth client once: now if it is loaded, else before any other code receives it. */
export function onAuthClient(listener: (client: AuthClient) => void): void {
  if (loaded) listener(loaded)
  else listeners.add(listener)
}

/** Lets auth-js refresh a session at once although that has just failed: for a minute it would only repeat the failure. */
export function forgetRefreshFailure(client: AuthClient): void {
  Reflect.set(client, 'lastRefreshFailure', null)
}

async function createClient(): Promise<AuthClient> {
  const { url, publishableKey } = supabaseConfig()
  const { AuthClient } = await loadAuthJs().catch((error: unknown) => {
    // with the browser's message, by which the shell recognizes a missing file
    const message = error instanceof Error ? error.message : ''
    throw new NetworkError(message, { code: 'network', cause: error })
  })
  const client = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: publishableKey },
    fetch: authFetch,
    flowType: 'pkce',
    detectSessionInUrl: false,
    persistSession: true,
    autoRefreshToken: true,
    storageKey: AUTH_STORAGE_KEY,
  })
  loaded = client
  for (const listener of listeners) listener(client)
  listeners.clear()
  return client
}
