import type { Preferences } from '../model/preferences'
import { getAuthState } from '../session/auth-state'
import { fetchProfile } from './fetch-profile'
import { updateProfile } from './update-profile'

let last: Promise<unknown> = Promise.resolve()

/**
 * Changes some preferences of the signed-in user. All are one value in the database: it is read first, because another
 * device may have changed it, and concurrent changes are queued.
 * @throws AppError; `Not authenticated` when signed out
 */
export function updatePreferences(change: Preferences): Promise<void> {
  const written = last.then(() => write(change))
  last = written.catch(() => undefined)
  return written
}

async function write(change: Preferences): Promise<void> {
  const { user } = getAuthState()
  const stored = user ? (await fetchProfile(user.id)).preferences : {}
  await updateProfile({ preferences: { ...stored, ...change } })
}
