import { localStore } from '@helpdesk/ui/storage/browser-storage'

/**
 * Id of the user who signed out last in this browser. auth-js tells other tabs that a session is gone, but not why:
 * with the marker they sign out too, instead of asking for the password.
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

/** Calls `listener` when another tab signs out. The loss of the session may have been noticed here before it. */
export function onSignOutInOtherTab(listener: () => void): void {
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === KEY && newValue) listener()
  })
}
