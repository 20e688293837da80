import type { Preferences } from '../model/preferences'
import { getAuthState } from '../session/auth-state'
import { fetchProfile } from './fetch-profile'
import { updateProfile } from './update-profile'

let lastWrite: Promise<unknown> = Promise.resolve()

/**
 * Changes some preferences of the signed-in user. The database stores all of them as one value: it is read first, because
 * another device may have changed it, and concurrent changes are queued.
 * @throws AppError; `Not authenticated` when signed out
 */
export function updatePreferences(change: Preferences): Promise<void> {
  const written = lastWrite.then(() => write(change))
  lastWrite = written.catch(() => undefined)
  return written
}

async function write(change: Preferences): Promise<void> {
  const { user } = getAuthState()
  const stored = user ? (await fetchProfile(user.id)).preferences : {}
  await updateProfile({ preferences: { ...stored, ...change } })
}
