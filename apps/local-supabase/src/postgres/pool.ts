import postgres, { type Sql } from 'postgres'

/** Seconds until a pool connects again. The default backoff grows to 20 s; a restart takes one or two. */
export const reconnectDelay = (attempt: number): number => Math.min(0.05 * 2 ** attempt, 0.4)

/** A pool for the services. */
export const openPool = (url: string, max: number): Sql =>
  postgres(url, { max, backoff: reconnectDelay, onnotice: () => {}, connection: { TimeZone: 'UTC' } })

/** Runs some statements on one connection, or on as many as given, which are closed afterwards. */
export async function withConnection<T>(url: string, work: (sql: Sql) => Promise<T>, max = 1): Promise<T> {
  const sql = postgres(url, { max, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 3 })
  }
}
