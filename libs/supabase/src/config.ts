/** Address and public key of the backend, from `/portal.json`. */
export interface SupabaseConfig {
  /** Origin of the backend, without a trailing path, such as `https://desk.example.com`. */
  url: string
  /** The publishable (anonymous) key; grants the rights of the role `anon` only. */
  publishableKey: string
}

let current: SupabaseConfig | null = null

/**
 * Sets the backend of every client of this library. Call it before anything else. A second
 * call with the same values is ignored.
 * @throws Error when called again with another backend: existing clients would keep the old one.
 */
export function configureSupabase(config: SupabaseConfig): void {
  const next = { url: config.url.replace(/(?<!\/)\/+$/, ''), publishableKey: config.publishableKey }
  if (current && (current.url !== next.url || current.publishableKey !== next.publishableKey)) {
    throw new Error('configureSupabase was already called with another backend')
  }
  current = next
}

/**
 * The backend set by {@link configureSupabase}.
 * @throws Error before that
 */
export function supabaseConfig(): SupabaseConfig {
  if (!current) throw new Error('configureSupabase must be called before the backend is used')
  return current
}
