/** Where the backend lives and the key that may be public. Comes from `/portal.json` at run time. */
export interface SupabaseConfig {
  /** Origin of the backend, without a trailing path, such as `https://desk.example.com`. */
  url: string
  /** The publishable (anonymous) key; grants nothing but the rights of the role `anon`. */
  publishableKey: string
}

let current: SupabaseConfig | null = null

/**
 * Names the backend that every client of this library talks to. Call it once, before anything else.
 * A second call with the same values is ignored.
 * @throws Error when called again with another backend: clients already made would keep the old one.
 */
export function configureSupabase(config: SupabaseConfig): void {
  const next = { url: config.url.replace(/\/+$/, ''), publishableKey: config.publishableKey }
  if (current && (current.url !== next.url || current.publishableKey !== next.publishableKey)) {
    throw new Error('configureSupabase was already called with another backend')
  }
  current = next
}

/**
 * The backend named by {@link configureSupabase}.
 * @throws Error when nothing was configured yet.
 */
export function supabaseConfig(): SupabaseConfig {
  if (!current) throw new Error('configureSupabase must be called before the backend is used')
  return current
}
