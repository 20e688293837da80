import { supabaseConfig } from '@helpdesk/supabase/config'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import * as z from 'zod/mini'

/**
 * Storage key of the ids of sessions that were signed out without the server. An id ends a session and gives no other
 * right: nobody can sign in with what is stored here.
 */
export const SESSIONS_TO_END_KEY = 'helpdesk-sessions-to-end'

/** The network is often not there yet when the browser says so. */
const RETRY_MS = 10_000
const idsSchema = z.array(z.guid())
const claimsSchema = z.object({ session_id: z.guid() })

const read = (): string[] => {
  const { data } = z.safeParse(idsSchema, localStore.readJson(SESSIONS_TO_END_KEY))
  return data ?? []
}
const write = (ids: readonly string[]): void =>
  void localStore.write(SESSIONS_TO_END_KEY, ids.length > 0 ? JSON.stringify(ids) : null)

/** The id of a token's session; undefined for a token without one. */
function sessionIdOf(accessToken: string): string | undefined {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    return z.parse(claimsSchema, JSON.parse(atob(payload))).session_id
  } catch {
    return undefined
  }
}

/**
 * Remembers, across reloads, that the session of a token has to be ended.
 * @returns a function that forgets it
 */
export function rememberToEnd(accessToken: string): () => void {
  const id = sessionIdOf(accessToken)
  if (id) write([...new Set([...read(), id])])
  return () => forget(id)
}

const forget = (id: string | undefined): void => write(read().filter((each) => each !== id))

/** Ends the remembered sessions on the server. @throws AppError when it did not answer for one of them */
export async function endRememberedSessions(): Promise<void> {
  const { url, publishableKey } = supabaseConfig()
  for (const id of read()) {
    const response = await fetch(`${url}/rest/v1/rpc/end_session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: publishableKey },
      body: JSON.stringify({ session_id: id }),
    })
    // Another refusal would repeat.
    if (response.status >= 500 || response.status === 429)
      throw toAppError({ code: 'logout_failed' }, response.status)
    forget(id)
  }
}

let isWatching = false

/** Ends the remembered sessions as soon as the server can be reached, without the user. */
export function endSessionsAtContact(): void {
  if (isWatching || read().length === 0) return
  isWatching = true
  const attempt = () =>
    void endRememberedSessions().then(
      () => {
        clearInterval(timer)
        removeEventListener('online', attempt)
        isWatching = false
      },
      () => undefined,
    )
  const timer = setInterval(attempt, RETRY_MS)
  addEventListener('online', attempt)
  attempt()
}
