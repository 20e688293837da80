import { errorCode } from '../error-code'

/** What postgres.js says when there is no connection, and what PostgreSQL says while it stops, starts or crashes. */
const codes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
])

let lastSeen = -Infinity

/** Whether the database was away, so that the same may succeed in a moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (!codes.has(code) && !code.startsWith('08')) return isDatabaseUnavailable(error.cause)
  lastSeen = Date.now()
  return true
}

/** The server process has ended: whoever finds a broken connection now knows why. */
export function markDatabaseUnavailable(): void {
  lastSeen = Date.now()
}

/** An answer that lite gives when its connection breaks where it does not expect it: no JSON, no code. */
export async function isConnectionLoss(response: Response): Promise<boolean> {
  if (response.status !== 500 || response.headers.get('content-type')?.includes('json')) return false
  // The connections break a moment before the process is known to be gone, on a busy machine a second.
  const end = Date.now() + 2_000
  while (Date.now() - lastSeen >= 3_000 && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return Date.now() - lastSeen < 3_000
}

const PATIENCE_MS = 5_000
const PAUSE_MS = 150

/**
 * Asks again while the database restarts. Only what reads: a write that got no answer may have arrived, so it is
 * answered with 503, and whoever sent it decides (a request id makes the second one harmless).
 */
export async function retryReadsDuringRestart(
  request: Request,
  answer: () => Promise<Response>,
  now: () => number = Date.now,
): Promise<Response> {
  const end = now() + PATIENCE_MS
  for (;;) {
    const response = await answer()
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (response.status !== 503 || response.headers.get('x-database') !== 'away' || !reads || now() > end)
      return response
    await response.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
