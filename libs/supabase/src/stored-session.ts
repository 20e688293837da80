import type { Session } from '@supabase/auth-js'
import { deviceNow } from '@helpdesk/ui/clock/server-clock'

/** The key in `localStorage`, and the name of the channel on which tabs announce sign-outs. */
export const AUTH_STORAGE_KEY = 'helpdesk-auth'

/** auth-js refreshes a token this long before its end. */
export const EXPIRY_MARGIN_MS = 90_000

/**
 * The session that auth-js stored in this browser. Reading it here spares the first screen the code of auth-js.
 * @returns null without a session, with foreign data, and when the browser blocks its storage
 */
export function readStoredSession(): Session | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(AUTH_STORAGE_KEY) ?? 'null')
    return isSession(stored) ? stored : null
  } catch {
    return null
  }
}

/** Removes the stored session without auth-js, whose code may not be loaded. The server still accepts the tokens. */
export function removeStoredSession(): void {
  try {
    localStorage.removeItem(AUTH_STORAGE_KEY)
  } catch {
    // blocked storage has no session
  }
}

/**
 * Whether a session has to be refreshed. Sessions are stored with their end by this device's clock; see `auth-fetch.ts`.
 * @param margin milliseconds before its end
 */
export function isExpiring(
  { expires_at = 0 }: Pick<Session, 'expires_at'>,
  margin = EXPIRY_MARGIN_MS,
): boolean {
  return expires_at * 1000 - deviceNow() < margin
}

// by hand, because the page's head script bundles this file
function isSession(value: unknown): value is Session {
  return (
    has(value, 'access_token', 'string') &&
    has(value, 'refresh_token', 'string') &&
    has(value, 'expires_at', 'number') &&
    'user' in value &&
    has(value.user, 'id', 'string')
  )
}

function has(value: unknown, key: string, type: 'string' | 'number'): value is object {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === type
}
