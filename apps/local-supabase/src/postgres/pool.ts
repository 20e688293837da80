import postgres, { type Sql } from 'postgres'
import { createGuard } from '../guard'
import { connectionLost } from './connection-lost'
import { createListener, type OpenPool } from './listener'

/** Seconds until a pool connects again. The default backoff grows to 20 s; a restart takes one or two. */
const reconnectDelay = (attempt: number): number => Math.min(0.05 * 2 ** attempt, 0.4)

/** Of every pool: a server that does not answer the connect is away. */
export const poolOptions = {
  backoff: reconnectDelay,
  connect_timeout: 5,
  // A connection closes only when it is lost or its pool ends.
  max_lifetime: null,
  onnotice: () => {},
} as const

/** Seconds that statements on the other connections of a replaced pool may still take. */
const DRAIN_SECONDS = 2
/** Milliseconds that a pool lives at least, so that a server that refuses connections does not cause a pool for each query. */
const MINIMUM_AGE_MS = 250

/**
 * A pool that replaces all of its connections as soon as one is lost. postgres.js 3.4.9 does not recover by itself:
 * statements of a transaction that lost its connection are never answered, or run in the middle of a later transaction, and
 * a connection that closed while it wrote never connects again. Here statements on a lost connection fail within two seconds.
 * @param onRenewed - called when the server answers after the connection that listens was lost
 */
export function keepConnected(openPool: OpenPool, onRenewed?: () => void): Sql {
  let hasEnded = false
  const guard = createGuard({ name: 'database' })
  const listener = createListener(openPool, onRenewed)

  function open(): Sql {
    const born = Date.now()
    let isLost = false
    const sql = openPool({ onclose: lost })
    function replace(): void {
      if (hasEnded) return
      // Keeps its connections from connecting again, where statements of the lost ones would run too.
      Reflect.set(sql.options, 'socket', () => {
        throw connectionLost()
      })
      current = open()
      void sql.end({ timeout: DRAIN_SECONDS })
    }
    function lost(): void {
      if (isLost) return
      isLost = true
      const age = Date.now() - born
      if (age >= MINIMUM_AGE_MS) replace()
      else setTimeout(guard(replace), MINIMUM_AGE_MS - age).unref()
    }
    return sql
  }

  let current = open()
  const own: Pick<Sql, 'listen' | 'end'> = {
    listen: listener.listen,
    async end(options) {
      hasEnded = true
      await Promise.all([current.end(options), listener.end()])
    },
  }
  return new Proxy(current, {
    apply: (_first, _this, args) => Reflect.apply(current, undefined, args),
    get: (_first, name) => Reflect.get(Object.hasOwn(own, name) ? own : current, name),
  })
}

/** A pool for the services. */
export const openPool = (url: string, max: number, onRenewed?: () => void): Sql =>
  keepConnected(
    (added) => postgres(url, { max, ...poolOptions, connection: { TimeZone: 'UTC' }, ...added }),
    onRenewed,
  )

/** Runs some statements on one connection, or on as many as given, which are closed afterwards. */
export async function withConnection<T>(url: string, work: (sql: Sql) => Promise<T>, max = 1): Promise<T> {
  const sql = postgres(url, { max, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 3 })
  }
}
