import { localStore } from '@helpdesk/ui/storage/browser-storage'

/**
 * Storage key of the id of the user who last signed out in this browser. auth-js notifies other tabs that a session ended,
 * but not why: with this marker they sign out too, instead of asking for the password.
 */
const KEY = 'helpdesk-left'

const listeners = new Set<() => void>()

/** Calls `listener` right before this tab signs out, while the session still works. Returns the unsubscribe function. */
export function onBeforeSignOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Marks the user as signed out, for all tabs of this browser. Call it before the session is removed. */
export function markSignedOut(userId: string): void {
  listeners.forEach((listener) => listener())
  localStore.write(KEY, userId)
}

/** Removes the marker once somebody is signed in. */
export function clearSignOutMarker(): void {
  localStore.write(KEY, null)
}

/** Whether this user was the last to sign out in this browser. */
export function hasSignedOut(userId: string | undefined): boolean {
  return userId !== undefined && localStore.read(KEY) === userId
}

/** Calls `listener` when another tab signs out, which may follow the loss of the session. */
export function onSignOutInOtherTab(listener: () => void): void {
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === KEY && newValue) listener()
  })
}
