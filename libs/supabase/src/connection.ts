/** `offline`: the browser has no network. `unreachable`: it has, but the backend does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

const FIRST_LOOK_MS = 3_000
const LONGEST_PAUSE_MS = 30_000

/** Milliseconds until look number `looks` (0 is the first) at whether an unreachable backend answers again. */
export function lookDelay(looks: number): number {
  return Math.min(FIRST_LOOK_MS * 2 ** looks, LONGEST_PAUSE_MS)
}

const listeners = new Set<() => void>()
let answering = true
let watching = false
let timer: ReturnType<typeof setTimeout> | undefined
let probe: (() => Promise<boolean>) | null = null

const hasNetwork = () => globalThis.navigator?.onLine !== false

/** Whether the backend can be reached, as far as is known at this moment. */
export function getConnection(): Connection {
  if (!hasNetwork()) return 'offline'
  return answering ? 'online' : 'unreachable'
}

/** Calls `listener` after every change of {@link getConnection}; returns what ends it. */
export function subscribeConnection(listener: () => void): () => void {
  watchBrowser()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Notes how a request went.
 * @param answered whether the backend itself has answered, be it with a refusal
 * @param ask asks the backend for a sign of life; called now and then until it gives one
 */
export function noteAnswer(answered: boolean, ask: () => Promise<boolean>): void {
  probe = ask
  if (answered === answering) return
  answering = answered
  clearTimeout(timer)
  if (!answered) lookLater(0)
  tell()
}

function lookLater(looks: number): void {
  timer = setTimeout(async () => {
    if (answering || !probe) return
    // without a network nobody needs to be asked
    if (hasNetwork() && (await probe())) noteAnswer(true, probe)
    else lookLater(hasNetwork() ? looks + 1 : 0)
  }, lookDelay(looks))
}

function watchBrowser(): void {
  if (watching || typeof addEventListener !== 'function') return
  watching = true
  addEventListener('offline', tell)
  addEventListener('online', () => {
    // a backend that did not answer for want of a network deserves a new look at once
    if (answering || !probe) return tell()
    const ask = probe
    void ask().then((answers) => (answers ? noteAnswer(true, ask) : tell()))
  })
}

function tell(): void {
  for (const listener of listeners) listener()
}
