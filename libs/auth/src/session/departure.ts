/**
 * auth-js tells the other tabs that a session is gone, not why. Whoever signs out leaves their id here, so that the
 * other tabs leave too, instead of asking for the password.
 */
const DEPARTURE_KEY = 'helpdesk-left'

const listeners = new Set<() => void>()

/** Calls back right before this tab's person signs out, with the session still there. Returns what ends it. */
export function onDeparture(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notes, for all tabs of this browser, that this user signs out. Call it before the session goes. */
export function noteDeparture(userId: string): void {
  listeners.forEach((listener) => listener())
  write(userId)
}

/** Somebody is signed in: older departures no longer matter. */
export function forgetDeparture(): void {
  write(null)
}

/** Whether this user was the last to sign out in this browser. */
export function hasDeparted(userId: string | undefined): boolean {
  try {
    return userId !== undefined && localStorage.getItem(DEPARTURE_KEY) === userId
  } catch {
    return false
  }
}

/** Calls back when another tab notes a departure. The loss of the session may have been felt here before it. */
export function onDepartureElsewhere(listener: () => void): void {
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === DEPARTURE_KEY && newValue) listener()
  })
}

function write(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(DEPARTURE_KEY)
    else localStorage.setItem(DEPARTURE_KEY, userId)
  } catch {
    // Without storage no session is shared with other tabs either.
  }
}
