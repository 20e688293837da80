import { supabaseConfig } from './config'

const TIMEOUT_MS = 5_000

/** Answers of gateways whose backend is away, and of a backend without its database. */
export const UNREACHABLE_STATUS = new Set([502, 503, 504])

/** Whether the backend answers, and not only its gateway. */
export async function probeBackend(): Promise<boolean> {
  const { url, publishableKey } = supabaseConfig()
  try {
    const response = await fetch(`${url}/auth/v1/health`, {
      headers: { apikey: publishableKey },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return !UNREACHABLE_STATUS.has(response.status)
  } catch {
    return false
  }
}
