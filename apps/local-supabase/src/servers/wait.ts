import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { guarded } from '../guard'
import { exitCodes, StartError } from '../start-error'
import { openRequest } from './forward'
import { serverVariables, type Servers } from './settings'

/** What each server's own migrations make, the list of them included, and ours need. */
const required = {
  auth: ['auth.schema_migrations', 'auth.users', 'auth.uid'],
  storage: ['storage.migrations', 'storage.objects', 'storage.foldername'],
  realtime: ['realtime.schema_migrations', 'realtime.messages', 'realtime.topic'],
} as const

async function answers(address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const sent = openRequest({ server: new URL(address), path: '/' }, 'GET', {})
    const answered = (answer: IncomingMessage) => {
      answer.resume()
      resolve(true)
    }
    sent.on('response', guarded(answered, reject))
    sent.on('error', () => resolve(false))
    sent.end()
  })
}

/** What a named server has not done yet; undefined when all are ready. */
async function missing(sql: Sql, servers: Servers): Promise<string | undefined> {
  for (const name of ['auth', 'storage', 'realtime'] as const) {
    const address = servers[name]
    if (!address) continue
    const variable = serverVariables[name]
    // A server listens once its migrations are done; Realtime makes a tenant's tables when it first connects.
    if (!(await answers(address))) return `${variable}: ${address} does not answer`
    const [row] = await sql<{ absent: string | null }[]>`
      select min(n) as absent from unnest(${[...required[name]]}::text[]) n
      where to_regclass(n) is null and to_regproc(n) is null`
    if (row?.absent) return `${variable}: ${row.absent} is missing, which its server makes in this database`
  }
  return undefined
}

interface WaitOptions {
  log(line: string): void
  /** Longest wait; unlimited without. */
  seconds?: number
  isStopping?(): boolean
}

/** Waits until the named servers answer and have made their tables, before our migrations refer to them. */
export async function waitForTables(sql: Sql, servers: Servers, { log, seconds, isStopping }: WaitOptions) {
  const end = Date.now() + (seconds ?? Infinity) * 1000
  let told: string | undefined
  for (;;) {
    const reason = await missing(sql, servers)
    if (reason === undefined || isStopping?.()) return
    if (Date.now() > end) throw new StartError(`${reason}.`, exitCodes.database)
    if (reason !== told) log(`Waiting for ${reason}`)
    told = reason
    await sleep(500)
  }
}
