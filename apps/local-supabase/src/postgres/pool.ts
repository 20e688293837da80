import postgres, { type Sql } from 'postgres'

/** Seconds until a pool connects again. The default backoff grows to 20 s; a restart takes one or two. */
export const reconnectDelay = (attempt: number): number => Math.min(0.05 * 2 ** attempt, 0.4)

/** A pool for the services. */
export const openPool = (url: string, max: number): Sql =>
  postgres(url, { max, backoff: reconnectDelay, onnotice: () => {}, connection: { TimeZone: 'UTC' } })

/** Runs some statements on one connection, which is closed afterwards. */
export async function withConnection<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 3 })
  }
}
