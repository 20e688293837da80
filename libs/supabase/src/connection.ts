/** `offline`: the browser has no network. `unreachable`: it has, but the backend does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

const FIRST_PROBE_MS = 3_000
const LONGEST_DELAY_MS = 30_000

/** Milliseconds before probe number `attempt` (0 is the first) of an unreachable backend. */
export function probeDelay(attempt: number): number {
  return Math.min(FIRST_PROBE_MS * 2 ** attempt, LONGEST_DELAY_MS)
}

const listeners = new Set<() => void>()
let reachable = true
let watching = false
let timer: ReturnType<typeof setTimeout> | undefined
let lastProbe: (() => Promise<boolean>) | null = null

const hasNetwork = () => globalThis.navigator?.onLine !== false

/** Whether the backend can be reached, as of its last answer. */
export function getConnection(): Connection {
  if (!hasNetwork()) return 'offline'
  return reachable ? 'online' : 'unreachable'
}

/** Calls `listener` after every change of {@link getConnection}; returns the unsubscribe function. */
export function subscribeConnection(listener: () => void): () => void {
  watchBrowser()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Reports the outcome of a request.
 * @param next whether the backend itself answered, even with an error
 * @param probe resolves to whether the backend answers; called at intervals while it is unreachable
 */
export function reportReachable(next: boolean, probe: () => Promise<boolean>): void {
  lastProbe = probe
  if (next === reachable) return
  reachable = next
  clearTimeout(timer)
  if (!next) scheduleProbe(0)
  notify()
}

function scheduleProbe(attempt: number): void {
  timer = setTimeout(() => void probeOnce(attempt), probeDelay(attempt))
}

async function probeOnce(attempt: number): Promise<void> {
  if (reachable || !lastProbe) return
  if (hasNetwork() && (await lastProbe())) reportReachable(true, lastProbe)
  else scheduleProbe(hasNetwork() ? attempt + 1 : 0)
}

function watchBrowser(): void {
  if (watching || typeof addEventListener !== 'function') return
  watching = true
  addEventListener('offline', notify)
  addEventListener('online', () => {
    if (reachable || !lastProbe) return notify()
    const probe = lastProbe
    void probe().then((answered) => (answered ? reportReachable(true, probe) : notify()))
  })
}

function notify(): void {
  for (const listener of listeners) listener()
}
