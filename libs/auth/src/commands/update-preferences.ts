import type { Preferences } from '../model/preferences'
import { getAuthState } from '../session/auth-state'
import { fetchProfile } from '../session/fetch-profile'
import { updateProfile } from './update-profile'

let last: Promise<unknown> = Promise.resolve()

/**
 * Changes some of one's own preferences and keeps the rest. They are one value in the database: it is read again
 * first, as another device may have changed it, and two changes at once go one after the other.
 * @throws AppError; `Not authenticated` when nobody is signed in.
 */
export function updatePreferences(change: Preferences): Promise<void> {
  const mine = last.then(() => write(change))
  last = mine.catch(() => undefined)
  return mine
}

async function write(change: Preferences): Promise<void> {
  const { user } = getAuthState()
  const stored = user ? (await fetchProfile(user.id)).preferences : {}
  await updateProfile({ preferences: { ...stored, ...change } })
}
