import { errorCode } from '../error-code'

/** Codes of postgres.js without a connection, and of PostgreSQL while it stops, starts or crashes. */
const codes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  // Too many connections, for example while those of a lost server are still closing.
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

/** Whether the error comes from a restart of the database, after which a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  // A function may raise such a code; a server that goes away reports it as FATAL.
  if (Reflect.get(error, 'severity_local') === 'ERROR' || Reflect.get(error, 'severity') === 'ERROR')
    return false
  return codes.has(code) || code.startsWith('08') || isDatabaseUnavailable(error.cause)
}

const RETRY_TIMEOUT_MS = 5_000
const PAUSE_MS = 150

/**
 * Retries reads while the database restarts. A write may have been committed, so it is answered with 503 and the client
 * decides (a request id makes a repetition harmless).
 */
export async function retryReadsDuringRestart(
  request: Request,
  answer: () => Promise<Response>,
  now: () => number = Date.now,
): Promise<Response> {
  const end = now() + RETRY_TIMEOUT_MS
  for (;;) {
    const response = await answer()
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (response.status !== 503 || response.headers.get('x-database') !== 'away' || !reads || now() > end)
      return response
    await response.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
