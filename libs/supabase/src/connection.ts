/** `offline`: the browser has no network. `unreachable`: it has, but the backend does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

const FIRST_PROBE_MS = 3_000
const LONGEST_DELAY_MS = 30_000

/** Milliseconds before probe number `attempt` (0 is the first) of an unreachable backend. */
export function probeDelay(attempt: number): number {
  return Math.min(FIRST_PROBE_MS * 2 ** attempt, LONGEST_DELAY_MS)
}

const listeners = new Set<() => void>()
let answering = true
let watching = false
let timer: ReturnType<typeof setTimeout> | undefined
let lastProbe: (() => Promise<boolean>) | null = null

const hasNetwork = () => globalThis.navigator?.onLine !== false

/** Whether the backend can be reached, as of its last answer. */
export function getConnection(): Connection {
  if (!hasNetwork()) return 'offline'
  return answering ? 'online' : 'unreachable'
}

/** Calls `listener` after every change of {@link getConnection}; returns the unsubscribe function. */
export function subscribeConnection(listener: () => void): () => void {
  watchBrowser()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Reports the outcome of a request.
 * @param answered whether the backend itself answered, even with an error
 * @param probe whether the backend answers now; called at intervals while it does not
 */
export function reportAnswer(answered: boolean, probe: () => Promise<boolean>): void {
  lastProbe = probe
  if (answered === answering) return
  answering = answered
  clearTimeout(timer)
  if (!answered) scheduleProbe(0)
  notify()
}

function scheduleProbe(attempt: number): void {
  timer = setTimeout(async () => {
    if (answering || !lastProbe) return
    if (hasNetwork() && (await lastProbe())) reportAnswer(true, lastProbe)
    else scheduleProbe(hasNetwork() ? attempt + 1 : 0)
  }, probeDelay(attempt))
}

function watchBrowser(): void {
  if (watching || typeof addEventListener !== 'function') return
  watching = true
  addEventListener('offline', notify)
  addEventListener('online', () => {
    if (answering || !lastProbe) return notify()
    const probe = lastProbe
    void probe().then((answers) => (answers ? reportAnswer(true, probe) : notify()))
  })
}

function notify(): void {
  for (const listener of listeners) listener()
}
